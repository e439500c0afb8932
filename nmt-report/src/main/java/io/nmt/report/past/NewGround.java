package io.nmt.report.past;

/**
 * A rise above all that was until some time ago, of which it is not known whether it is steady.
 *
 * @param rise from that time on
 * @param leftMillis until that is known; 0 where it has been there for so long that it is
 */
public record NewGround(Rise rise, long leftMillis) {}
