package io.nmt.report.reading.division;

/**
 * The sum of pieces, less the tracked blocks in them and memory of other lines. What is told elsewhere is taken out.
 * Not thread-safe.
 */
final class PieceSum {
    /** Address space. */
    long reserved;
    /** Accessible bytes of it. */
    long committed;
    /** Bytes of it in memory. */
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

    /** Takes out memory of another line, in accessible pages that may or may not be in memory. */
    void takeCommitted(long bytes) {
        long taken = Math.min(bytes, committed);
        committed -= taken;
        reserved -= taken;
    }

    /** Takes out memory of another line that is address space alone. */
    void takeReserved(long bytes) {
        reserved -= Math.max(0, Math.min(bytes, reserved - committed));
    }

    /** Accessible, with the tracked blocks. */
    long committedWithTracked() {
        return wholeCommitted;
    }
}
