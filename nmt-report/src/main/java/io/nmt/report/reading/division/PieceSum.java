package io.nmt.report.reading.division;

/** What pieces have together, less the tracked blocks in them. What is told elsewhere is taken out. Not thread-safe. */
final class PieceSum {
    /** Address space. */
    long reserved;
    /** Of it, accessible. */
    long committed;
    /** Of it, in memory. */
    long resident;

    private long wholeCommitted;

    void add(Piece piece) {
        long bytes = piece.untrackedBytes();
        reserved += bytes;
        if (piece.isCommitted()) {
            committed += bytes;
            wholeCommitted += piece.bytes();
        }
        resident += piece.untrackedResidentBytes();
    }

    /** What is told elsewhere, and lies in accessible pages that may or may not be in memory. */
    void takeCommitted(long bytes) {
        long taken = Math.min(bytes, committed);
        committed -= taken;
        reserved -= taken;
    }

    /** What is told elsewhere, and is no more than address space. */
    void takeReserved(long bytes) {
        reserved -= Math.max(0, Math.min(bytes, reserved - committed));
    }

    /** Accessible, with the tracked blocks. */
    long committedWithTracked() {
        return wholeCommitted;
    }
}
