package io.nmt.it.programs.netty.buffer;

/** Has the name by which the agent knows Netty's chunks, in whichever package Netty was moved to, and nothing else. */
public final class PoolChunk {
    /** Makes one, which the agent is told. */
    public PoolChunk() {}
}
