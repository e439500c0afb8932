package io.nmt.agent.instrument;

import java.util.ArrayList;
import java.util.List;

/** A class of the JDK with its rows, as the transformer knows it. Thread-safe. */
final class HookedClass {
    private volatile List<Hook> rows;
    private volatile boolean placed;
    private volatile boolean tried;
    private volatile boolean wasPlaced;
    private volatile Hook missing;
    private volatile Throwable failure;

    HookedClass(List<Hook> rows) {
        this.rows = rows;
    }

    /** Replaces the rows: the class was loaded before, and can be given no methods. */
    void use(List<Hook> others) {
        rows = others;
    }

    List<Hook> rows() {
        return rows;
    }

    /** True if the newest version of the class has all hooks. */
    boolean isPlaced() {
        return placed;
    }

    /** Tells if the newest version of the class lacks hooks. False as long as none was made: it is to come. */
    boolean isLost() {
        return tried && !placed;
    }

    /** The row for which the newest version has no method or call, or null. */
    Hook missing() {
        return missing;
    }

    /** The failure with the newest version, or null. */
    Throwable failure() {
        return failure;
    }

    /** Returns a version of the class with its hooks; null leaves it as it is. Never throws. */
    byte[] hook(byte[] bytes) {
        try {
            byte[] known = KnownVersions.of(bytes, rows);
            if (known != null) {
                boolean lacks = known.length == 0;
                set(!lacks, lacks ? rows.get(0) : null, null);
                return lacks ? null : known;
            }
            HookMakers.bringIn();
            return make(bytes);
        } catch (Throwable t) {
            set(false, null, t);
            return null;
        }
    }

    private byte[] make(byte[] bytes) {
        if (wasPlaced && HookingVisitor.hasHooks(bytes)) {
            placed = true;
            tried = true;
            return null;
        }
        HookingVisitor visitor = HookingVisitor.hook(bytes, rows);
        Hook lacking = visitor.missing();
        if (lacking != null && lacking.kind() == Hook.Kind.DIRECT_LIMIT) {
            MissingMethod.complainOf(lacking);
            List<Hook> others = new ArrayList<>(rows);
            others.remove(lacking);
            rows = others;
            visitor = HookingVisitor.hook(bytes, others);
            lacking = visitor.missing();
        }
        byte[] result = lacking == null ? visitor.bytes() : null;
        set(result != null, lacking, null);
        return result;
    }

    private void set(boolean done, Hook lacking, Throwable thrown) {
        missing = lacking;
        failure = thrown;
        placed = done;
        wasPlaced |= done;
        tried = true;
    }
}
