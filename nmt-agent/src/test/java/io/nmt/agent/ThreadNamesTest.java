package io.nmt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.threads.DetachedThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

/**
 * The docs name each thread that the agent can make in an application. Since all are of one class ({@code
 * ArchitectureTest}), whose properties are tested ({@code DetachedThreadTest}), no other kind is left.
 */
class ThreadNamesTest {
    private static final List<String> MODULES =
            List.of("nmt-core", "nmt-report", "nmt-channel", "nmt-jfr", "nmt-cli", "nmt-agent");
    private static final Path DOCS = Path.of("..", "docs", "limits.md");
    private static final Pattern LIST = Pattern.compile("\nThe threads are (.*?)\n\n", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("`(nmt[-a-z\\s]+)`");
    // Of commands, which run in processes of their own.
    private static final Pattern COMMANDS = Pattern.compile("io/nmt/(cli/|channel/PatientInput).*");

    /** They pass on the names that they are given. */
    private static final Pattern SUBCLASSES = Pattern.compile(".*/(ChannelThread|ExitThread)");

    @Test
    void allAreInTheDocs() throws IOException {
        Set<String> made = new TreeSet<>();
        for (String module : MODULES) {
            Path classes = Path.of("..", module, "target", "classes");
            try (Stream<Path> files = Files.walk(classes)) {
                for (Path file :
                        (Iterable<Path>) files.filter(file -> file.toString().endsWith(".class"))::iterator) {
                    if (!COMMANDS.matcher(classes.relativize(file).toString()).matches()) {
                        addNames(file, made);
                    }
                }
            }
        }

        assertThat(made)
                .contains("nmt-pressure", "nmt-mbeans", "nmt-initialiser")
                .isEqualTo(inDocs());
    }

    private static Set<String> inDocs() throws IOException {
        Matcher list = LIST.matcher(Files.readString(DOCS));
        assertThat(list.find()).isTrue();
        Set<String> names = new TreeSet<>();
        NAME.matcher(list.group(1))
                .results()
                .forEach(name -> names.add(name.group(1).replaceAll("\\s+", " ")));
        return names;
    }

    /** The string before each call that makes such a thread, or a subclass of it. */
    private static void addNames(Path type, Set<String> names) throws IOException {
        new ClassReader(Files.readAllBytes(type)).accept(new Names(names), 0);
    }

    private static final class Names extends ClassVisitor {
        private static final String DETACHED = DetachedThread.class.getName().replace('.', '/');

        private final Set<String> names;

        Names(Set<String> names) {
            super(Opcodes.ASM9);
            this.names = names;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            return new MethodVisitor(Opcodes.ASM9) {
                private String last;

                @Override
                public void visitLdcInsn(Object value) {
                    last = value instanceof String text ? text : last;
                }

                @Override
                public void visitMethodInsn(int opcode, String owner, String called, String of, boolean isInterface) {
                    boolean makes = owner.equals(DETACHED) && (called.equals("of") || called.equals("<init>"));
                    if (last != null
                            && (makes
                                    || (called.equals("<init>")
                                            && SUBCLASSES.matcher(owner).matches()))) {
                        names.add(last);
                    }
                }
            };
        }
    }
}
