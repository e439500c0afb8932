package io.nmt.core.rss;

/** What pieces have together, less the tracked blocks in them. What is told elsewhere is taken out. Not thread-safe. */
final class PieceSum {
    long reserved;
    long committed;
    long resident;

    void add(Piece piece) {
        reserved += piece.bytes();
        committed += piece.isCommitted() ? piece.bytes() : 0;
        resident += piece.untrackedResidentBytes();
    }
}
