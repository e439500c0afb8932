package io.nmt.libraries.programs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.SplittableRandom;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.MMapDirectory;

/** Indexes generated text, and searches it in mapped files. */
public final class LuceneIndex {
    public static final int LEAK_BYTES = 100_000;

    /** Megabytes of text, in the round that leaks. */
    private static final int LEAKING_MEGABYTES = 10;

    private static final int DOCUMENT_BYTES = 4000;
    private static final int WORDS = 20_000;
    private static final int SEARCHES = 300;

    private LuceneIndex() {}

    public static void main(String[] arguments) throws Exception {
        Rounds rounds = new Rounds(arguments);
        int megabytes = Integer.parseInt(rounds.argument(0));
        rounds.run(leaks -> indexAndSearch(leaks, leaks == 0 ? megabytes : LEAKING_MEGABYTES));
    }

    private static String indexAndSearch(int leaks, int megabytes) throws Exception {
        Path path = TemporaryFiles.create("lucene");
        try {
            long found;
            try (Directory directory = new MMapDirectory(path)) {
                index(directory, megabytes);
                try (DirectoryReader reader = DirectoryReader.open(directory)) {
                    found = search(new IndexSearcher(reader));
                    if (leaks == 0) {
                        Figures.sayOwn("mapped pages' bytes", MappedPages.bytesBelow(path));
                        Figures.say("open");
                    }
                }
            }
            leak(path, leaks);
            return "documents found " + found;
        } finally {
            TemporaryFiles.delete(path);
        }
    }

    private static void index(Directory directory, int megabytes) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        String[] words = words(random);
        StringBuilder text = new StringBuilder();
        // Not compound: each of a segment's files is mapped on its own.
        IndexWriterConfig config = new IndexWriterConfig(new StandardAnalyzer()).setUseCompoundFile(false);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (long bytes = 0; bytes < megabytes * 1_000_000L; bytes += text.length()) {
                text.setLength(0);
                while (text.length() < DOCUMENT_BYTES) {
                    // The product prefers small numbers: some words are frequent, most are rare.
                    text.append(words[random.nextInt(WORDS) * (random.nextInt(1000) + 1) / 1000])
                            .append(' ');
                }
                Document document = new Document();
                document.add(new TextField("text", text.toString(), Field.Store.NO));
                document.add(new StoredField("first", text.substring(0, 100)));
                document.add(new NumericDocValuesField("number", bytes));
                writer.addDocument(document);
            }
        }
    }

    private static String[] words(SplittableRandom random) {
        String[] words = new String[WORDS];
        for (int i = 0; i < WORDS; i++) {
            words[i] = Integer.toString(i, 26) + Long.toString(random.nextLong(1 << 20), 36);
        }
        return words;
    }

    private static long search(IndexSearcher searcher) throws IOException {
        String[] words = words(new SplittableRandom(1));
        Random random = new Random(3);
        long found = 0;
        for (int i = 0; i < SEARCHES; i++) {
            TermQuery query = new TermQuery(new Term("text", words[random.nextInt(WORDS)]));
            found += searcher.count(query) + searcher.search(query, 10).scoreDocs.length;
        }
        return found;
    }

    private static void leak(Path path, int leaks) throws IOException {
        if (leaks == 0) {
            return;
        }
        Directory directory = new MMapDirectory(path);
        try (IndexOutput out = directory.createOutput("leaked", IOContext.DEFAULT)) {
            out.writeBytes(new byte[LEAK_BYTES], LEAK_BYTES);
        }
        for (int i = 0; i < leaks; i++) {
            Rounds.leak(directory.openInput("leaked", IOContext.DEFAULT));
        }
    }
}
