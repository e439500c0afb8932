package io.nmt.it.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.it.programs.Hello;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnOldestAndNewestJdk;
import io.nmt.testkit.Outcome;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipFile;
import net.bytebuddy.jar.asm.ClassReader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The classes of the packaged jar for the boot loader. */
class BootClassesIT {
    private static final String ASM = "io/nmt/agent/shaded/asm/";
    private static final String LINKER = "io/nmt/core/internal/linker/";
    private static final String LIBRARIES = "io/nmt/core/internal/libraries/";

    // Defined before all others, one of them under a name of the JDK's.
    private static final String JDK = "io/nmt/core/internal/jdk/";

    /**
     * Whatever else has a name of nmt-core's would come from the class path: from the application's nmt-core, of
     * another version maybe, if it has one. So what is used on demand has other names in the agent's jar.
     */
    @ParameterizedTest
    @ValueSource(ints = {17, 21, 22, 25})
    void allClassesOfTheCoreAndOfWhatPutsInHooks(int jdk) throws IOException {
        List<String> atStart = new ArrayList<>(
                entries(name -> !name.startsWith(LINKER) && !name.startsWith(LIBRARIES) && !name.startsWith(JDK)));
        atStart.add("java/lang/NmtHooks");
        List<String> defined = new ArrayList<>(names(atStart(jdk)));
        assertThat(defined).noneMatch(name -> name.startsWith(ASM));
        defined.addAll(names(forHooks(jdk)));
        assertThat(defined).containsExactlyInAnyOrderElementsOf(atStart);
        assertThat(names(classes("io/nmt/agent/first-classes", jdk)))
                .containsExactly(
                        "sun/misc/NmtDoor",
                        "jdk/internal/misc/NmtClassDefiner",
                        JDK + "JdkAccess",
                        JDK + "JdkInternals",
                        JDK + "JdkInternals$Kept",
                        "jdk/internal/misc/NmtJdkAccess");
        assertThat(names(forLinker(jdk))).containsExactlyInAnyOrderElementsOf(entries(name -> name.startsWith(LINKER)));
        assertThat(names(forLibraries(jdk)))
                .containsExactlyInAnyOrderElementsOf(
                        entries(name -> name.startsWith(LIBRARIES) && !name.equals(LIBRARIES + "LibraryDoor")));
    }

    /** A class that is defined before its superclass or interface would bring that in from nowhere. */
    @ParameterizedTest
    @ValueSource(ints = {17, 25})
    void aClassStandsAfterThoseThatItExtends(int jdk) throws IOException {
        List<ClassReader> classes = Stream.of(atStart(jdk), forHooks(jdk), forLinker(jdk), forLibraries(jdk))
                .flatMap(List::stream)
                .toList();
        List<String> names = names(classes);
        for (int i = 0; i < classes.size(); i++) {
            ClassReader type = classes.get(i);
            Stream.concat(Stream.of(type.getSuperName()), Stream.of(type.getInterfaces()))
                    .filter(parent -> parent.startsWith("io/nmt/"))
                    .forEach(parent -> assertThat(names.subList(0, names.indexOf(type.getClassName())))
                            .as("before %s", type.getClassName())
                            .contains(parent));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 21, 22, 25})
    void theVersionForEachJdk(int jdk) throws IOException {
        ClassReader heap = atStart(jdk).stream()
                .filter(type -> type.getClassName().endsWith("/NativeHeap"))
                .findFirst()
                .orElseThrow();
        int versionOfJdk22 = 22 + 44;
        if (jdk < 22) {
            assertThat(heap.readUnsignedShort(6)).isLessThan(versionOfJdk22);
        } else {
            assertThat(heap.readUnsignedShort(6)).isEqualTo(versionOfJdk22);
        }
    }

    /** By the package that the JDK opens to all; where its module is absent, by one that the agent has exported. */
    @OnOldestAndNewestJdk
    void theFirstOne(Jdk jdk) {
        assertThat(sourceOfDoor(jdk)).isEqualTo("__JVM_LookupDefineClass__");
        assertThat(sourceOfDoor(jdk, "--limit-modules=java.base,java.instrument"))
                .startsWith("file:");
    }

    private static String sourceOfDoor(Jdk jdk, String... options) {
        String loaded = "sun.misc.NmtDoor source: ";
        Outcome outcome = ChildJvm.withoutC2(jdk)
                .agent("report=stderr")
                .options("-Xlog:class+load")
                .options(options)
                .run(Hello.class)
                .expectExit(0);
        assertThat(outcome.err()).as(outcome::toString).contains("Native memory");
        return outcome.outLines().stream()
                .filter(line -> line.contains(loaded))
                .map(line -> line.substring(line.indexOf(loaded) + loaded.length()))
                .findFirst()
                .orElseThrow();
    }

    private static List<ClassReader> atStart(int jdk) throws IOException {
        return classes("io/nmt/agent/boot-classes", jdk);
    }

    private static List<ClassReader> forHooks(int jdk) throws IOException {
        return classes("io/nmt/agent/hook-classes", jdk);
    }

    private static List<ClassReader> forLinker(int jdk) throws IOException {
        return classes("io/nmt/agent/linker-classes", jdk);
    }

    private static List<ClassReader> forLibraries(int jdk) throws IOException {
        return classes("io/nmt/agent/library-classes", jdk);
    }

    private static List<ClassReader> classes(String entry, int jdk) throws IOException {
        List<ClassReader> classes = new ArrayList<>();
        try (ZipFile jar = new ZipFile(ChildJvm.agentJar());
                DataInputStream in = opened(jar, entry)) {
            while (in.available() > 0) {
                int firstJdk = in.readShort();
                int lastJdk = in.readShort();
                byte[] bytes = in.readNBytes(in.readInt());
                if (firstJdk <= jdk && jdk <= lastJdk) {
                    classes.add(new ClassReader(bytes));
                }
            }
        }
        return classes;
    }

    /** Those that are not defined at each start are compressed, behind their size. */
    private static DataInputStream opened(ZipFile jar, String entry) throws IOException {
        DataInputStream stored = new DataInputStream(jar.getInputStream(jar.getEntry(entry)));
        if (entry.matches(".*/(first|boot)-classes")) {
            return stored;
        }
        int size = stored.readInt();
        return new DataInputStream(new ByteArrayInputStream(new InflaterInputStream(stored).readNBytes(size)));
    }

    private static List<String> names(List<ClassReader> classes) {
        return classes.stream().map(ClassReader::getClassName).toList();
    }

    private interface Choice {
        boolean takes(String name);
    }

    private static List<String> entries(Choice choice) throws IOException {
        try (ZipFile jar = new ZipFile(ChildJvm.agentJar())) {
            return jar.stream()
                    .map(entry -> entry.getName().replaceFirst("\\.class$", ""))
                    .filter(name -> name.matches("io/nmt/(core|agent/instrument|agent/shaded/asm)/.*[^/]"))
                    .filter(name -> !name.endsWith("/package-info"))
                    .filter(choice::takes)
                    .toList();
        }
    }
}
