package io.nmt.report.page.flamegraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollapsedStacksTest {
    private static final List<StackBytes> STACKS = List.of(
            new StackBytes("Unsafe", List.of("a.Main.main", "a.Codec.<init>"), 100, 3),
            new StackBytes("Direct Buffer", List.of("a.Main.main"), 7, 3),
            new StackBytes("Unsafe", List.of("a.Main.main", "a.Codec.<init>"), 20, 3));

    @TempDir
    private Path directory;

    @Test
    void oneLineForEachStack() {
        assertThat(CollapsedStacks.text(STACKS))
                .isEqualTo("Direct Buffer;a.Main.main 7\nUnsafe;a.Main.main;a.Codec.<init> 120\n");
    }

    @Test
    void bothFiguresOfADifference() {
        List<StackBytes> after = List.of(new StackBytes("Unsafe", List.of("a.Main.main", "a.Codec.<init>"), 500, 3));

        assertThat(CollapsedStacks.text(STACKS, after))
                .isEqualTo("Direct Buffer;a.Main.main 7 0\nUnsafe;a.Main.main;a.Codec.<init> 120 500\n");
    }

    @Test
    void whatIsWrittenIsReadAgain() throws IOException {
        StackSource read = CollapsedStacks.of("a process", CollapsedStacks.text(STACKS));

        assertThat(read.name()).isEqualTo("a process");
        assertThat(read.stacks())
                .containsExactly(
                        new StackBytes("Direct Buffer", List.of("a.Main.main"), 7, StackBytes.UNKNOWN),
                        new StackBytes("Unsafe", List.of("a.Main.main", "a.Codec.<init>"), 120, StackBytes.UNKNOWN));
    }

    @Test
    void withBlocks() throws IOException {
        StackSource read = CollapsedStacks.withBlocks("a process", CollapsedStacks.textWithBlocks(STACKS));

        assertThat(read.stacks())
                .containsExactly(
                        new StackBytes("Direct Buffer", List.of("a.Main.main"), 7, 3),
                        new StackBytes("Unsafe", List.of("a.Main.main", "a.Codec.<init>"), 120, 6));
    }

    @Test
    void namesThatWouldBreakALine() throws IOException {
        List<StackBytes> odd = List.of(new StackBytes("My;Index", List.of("a.B.c d"), 1, StackBytes.UNKNOWN));

        assertThat(CollapsedStacks.of("odd", CollapsedStacks.text(odd)).stacks())
                .containsExactly(new StackBytes("My,Index", List.of("a.B.c d"), 1, StackBytes.UNKNOWN));
    }

    @Test
    void aCategoryAlone() throws IOException {
        assertThat(CollapsedStacks.of("short", "Unsafe 12\n\n").stacks())
                .containsExactly(new StackBytes("Unsafe", List.of(), 12, StackBytes.UNKNOWN));
    }

    @Test
    void whatIsNoStack() {
        for (String line : List.of("Unsafe;a.B.c", "Unsafe;a.B.c -1", "Unsafe;a.B.c 1.5", "17", " 17")) {
            assertThatThrownBy(() -> CollapsedStacks.of("x.txt", line).stacks())
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                            "x.txt is neither a flight recording nor collapsed stacks; a line of it is '" + line + "'");
        }
    }

    @Test
    void filesThatCannotBeRead() throws IOException {
        Path missing = directory.resolve("missing.txt");
        Path binary = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});

        assertThatThrownBy(() -> CollapsedStacks.in(missing)).hasMessage(missing + " does not exist");
        assertThatThrownBy(() -> CollapsedStacks.in(binary))
                .hasMessageStartingWith(binary + " is neither a flight recording nor text: ");
    }
}
