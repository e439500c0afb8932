package io.nmt.cli.top;

/**
 * A key.
 *
 * @param kind which
 * @param character that it is, of {@link Kind#CHARACTER}; else 0
 */
record Key(Kind kind, int character) {
    /** The keys that are told apart. */
    enum Kind {
        CHARACTER,
        UP,
        DOWN,
        LEFT,
        RIGHT,
        PAGE_UP,
        PAGE_DOWN,
        HOME,
        END,
        TAB,
        BACK_TAB,
        ENTER,
        ESCAPE,
        BACKSPACE,
        INTERRUPT,
        END_OF_INPUT,
        OTHER
    }

    static Key of(Kind kind) {
        return new Key(kind, 0);
    }

    static Key of(int character) {
        return new Key(Kind.CHARACTER, character);
    }
}
