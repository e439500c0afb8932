package io.nmt.core.internal.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Category;
import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FreeingRuleTest {
    private static final String SEGMENTS =
            "jdk.internal.misc.Unsafe.allocateMemory jdk.internal.foreign.SegmentFactories"
                    + ".allocateNativeInternal jdk.internal.foreign.ArenaImpl.allocate";

    private static FreedBy of(String category, String jdkFrames, boolean reserved, boolean unreserved, int jdk) {
        return FreeingRule.of(category, frames(jdkFrames), reserved, unreserved, jdk);
    }

    private static List<Frame> frames(String ofJdk) {
        List<Frame> frames = new ArrayList<>();
        for (String method : ofJdk.split(" ")) {
            int dot = method.lastIndexOf('.');
            frames.add(new Frame(
                    method.substring(0, dot), method.substring(dot + 1), null, 0, !method.startsWith("com.")));
        }
        frames.add(new Frame("org.acme.Main", "main", null, 0, false));
        frames.add(new Frame("java.lang.Thread", "run", null, 0, true));
        return frames;
    }

    /** The stacks of JDK 17 to 25, down to the first frame of the application. */
    @ParameterizedTest
    @CsvSource({
        "Direct Buffer, 25, COLLECTOR, jdk.internal.misc.Unsafe.allocateMemory java.nio.DirectByteBuffer.<init>"
                + " java.nio.ByteBuffer.allocateDirect",
        "My Own,        25, COLLECTOR, jdk.internal.misc.Unsafe.allocateMemory java.nio.DirectByteBuffer.<init>"
                + " java.nio.ByteBuffer.allocateDirect",
        "My Own,        17, PROGRAM,   jdk.internal.misc.Unsafe.allocateMemory java.nio.DirectByteBuffer.<init>"
                + " java.nio.ByteBuffer.allocateDirect sun.nio.ch.Util.getTemporaryDirectBuffer",
        "Zip,           25, COLLECTOR, java.util.zip.Deflater.<init> java.util.zip.GZIPOutputStream.<init>",
        "Zip,           25, COLLECTOR, java.util.zip.Inflater.inflate java.util.zip.InflaterInputStream.read",
        "JNA,           25, COLLECTOR, com.sun.jna.Native.malloc com.sun.jna.Memory.malloc com.sun.jna.Memory.<init>",
        "JNA,           25, PROGRAM,   com.sun.jna.Native.malloc",
        "Unsafe,        25, PROGRAM,   jdk.internal.misc.Unsafe.allocateMemory sun.misc.Unsafe.allocateMemory",
        "Foreign Malloc,25, PROGRAM,   java.lang.invoke.LambdaForm$MH.invoke",
        "Mapped File,   25, PROGRAM,   java.lang.invoke.LambdaForm$MH.invoke",
        "Mapped File,   17, COLLECTOR, sun.nio.ch.FileChannelImpl.mapInternal sun.nio.ch.FileChannelImpl.map",
        "Mapped File,   25, UNKNOWN,   sun.nio.ch.FileChannelImpl.mapInternal sun.nio.ch.FileChannelImpl.map",
        "Mapped File,   17, UNKNOWN,   sun.nio.ch.FileChannelImpl.mapInternal"
                + " jdk.internal.foreign.MappedMemorySegmentImpl.makeMappedSegment",
        "Foreign Memory,17, UNKNOWN,   jdk.internal.misc.Unsafe.allocateMemory"
                + " jdk.internal.foreign.NativeMemorySegmentImpl.makeNativeSegment",
    })
    void theStackShowsIt(String category, int jdk, FreedBy expected, String jdkFrames) {
        assertThat(of(category, jdkFrames, false, true, jdk)).isEqualTo(expected);
    }

    @Test
    void whatTheJdkHasReservedIsInAnAutomaticArena() {
        assertThat(of("Foreign Memory", SEGMENTS, true, false, 25)).isEqualTo(FreedBy.COLLECTOR);
        assertThat(of("Foreign Memory", SEGMENTS, false, true, 25)).isEqualTo(FreedBy.PROGRAM);
        assertThat(of("Foreign Memory", SEGMENTS, true, true, 25)).isEqualTo(FreedBy.UNKNOWN);
        assertThat(of("Foreign Memory", SEGMENTS, true, false, 21)).isEqualTo(FreedBy.UNKNOWN);
    }

    @Test
    void withoutTheDecidingFramesTheCategoryIsAllThereIs() {
        List<Frame> cut = List.of(new Frame("jdk.internal.misc.Unsafe", "allocateMemory", null, 0, true));

        assertThat(FreeingRule.of(Category.DIRECT_BUFFER.name(), cut, false, true))
                .isEqualTo(FreedBy.COLLECTOR);
        assertThat(FreeingRule.of(Category.FOREIGN_MEMORY.name(), cut, false, true))
                .isEqualTo(FreedBy.UNKNOWN);
        assertThat(FreeingRule.of(Category.MAPPED_FILE.name(), List.of(), false, true))
                .isEqualTo(FreedBy.UNKNOWN);
        assertThat(FreeingRule.of(Category.UNSAFE.name(), cut, false, true)).isEqualTo(FreedBy.PROGRAM);
    }
}
