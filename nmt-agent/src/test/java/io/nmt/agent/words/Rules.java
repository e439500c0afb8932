package io.nmt.agent.words;

import java.util.regex.Pattern;

/** The rules for each sentence that a user or a developer reads. */
enum Rules {
    /** A sentence of more words is two. */
    SHORT {
        @Override
        boolean isBrokenBy(String sentence) {
            return sentence.split(" ").length > MOST_WORDS;
        }
    },
    /** A sentence begins with its subject, not with a clause in its place. */
    SUBJECT_FIRST {
        @Override
        boolean isBrokenBy(String sentence) {
            return BEGINS_AS_NOUN.matcher(sentence).matches();
        }
    },
    /** Words of the field: allocates, frees, holds, grows. */
    FIELD_TERMS {
        @Override
        boolean isBrokenBy(String sentence) {
            return NOT_OF_THE_FIELD.matcher(sentence).find();
        }
    };

    private static final int MOST_WORDS = 20;
    private static final Pattern BEGINS_AS_NOUN =
            Pattern.compile("(What|Which|Whether|How|Of|That|Who|Whose)\\b(?!.*\\?$).*");
    private static final Pattern NOT_OF_THE_FIELD = Pattern.compile(
            "\\b(takes|g[ai]ven? back|gives back|goes on|(is|are|be) told|has none|(is|are) known to|lives|things)\\b");

    abstract boolean isBrokenBy(String sentence);
}
