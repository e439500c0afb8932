package io.nmt.agent.instrument;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.JarOfAgent;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import io.nmt.testkit.OnOneJdk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The committed versions of each JDK are those that {@link HookingVisitor} makes. With {@code -Dgolden.update=true}
 * they are written anew, of the builds that run here.
 */
@Isolated // the versions are known in all of the JVM
class KnownVersionsTest {
    private static final Path COMMITTED = Path.of("src", "main", "known-versions");

    private static final int FIRST_JDK_OF_CACHES = 25;
    private static final int OLDEST_JDK = 17;

    @TempDir
    private Path directory;

    @AfterEach
    void knowsNothing() {
        KnownVersions.use(null, null);
    }

    @OnEveryJdk
    void theCommittedOnesAreAsMadeNow(Jdk jdk) throws Exception {
        Path committed = COMMITTED.resolve(Integer.toString(jdk.feature()));
        Map<String, List<byte[]>> seen = seenBy(jdk);
        Set<String> records = new LinkedHashSet<>();
        for (Map.Entry<String, List<Hook>> entry :
                HookTable.byClass(jdk.feature()).entrySet()) {
            for (byte[] type : seen.get(entry.getKey())) {
                add(type, entry.getValue(), records);
            }
        }
        String head = HexFormat.of().toHexDigits(checksumOfSources()) + " " + jdk.version() + "\n";
        ByteArrayOutputStream versions = new ByteArrayOutputStream();
        versions.writeBytes(head.getBytes(UTF_8));
        records.forEach(record -> versions.writeBytes(HexFormat.of().parseHex(record)));
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(COMMITTED);
            Files.write(committed, versions.toByteArray());
        }
        byte[] file = Files.readAllBytes(committed);
        // Written by tests on the oldest JDK: another one may have the same hooks in other bytes.
        boolean comparable = Runtime.version().feature() == OLDEST_JDK;
        if (comparable && new String(file, UTF_8).startsWith(" " + jdk.version() + "\n", 8)) {
            assertThat(HexFormat.of().formatHex(file))
                    .as("%s is of other hooks; CONTRIBUTING.md says how it is renewed", committed)
                    .isEqualTo(HexFormat.of().formatHex(versions.toByteArray()));
        }
    }

    /** The hooks that a class is given: while it loads, if it was loaded before, and where others do for natives. */
    private static void add(byte[] type, List<Hook> all, Set<String> records) throws IOException {
        List<List<Hook>> sets = Stream.of(
                        all.stream().filter(row -> row.role() != Hook.Role.CALLER),
                        all.stream().filter(row -> row.role() != Hook.Role.NATIVE),
                        all.stream().filter(row -> !row.role().isOfNative()))
                .map(Stream::toList)
                .filter(rows -> !rows.isEmpty())
                .distinct()
                .toList();
        for (List<Hook> rows : sets) {
            HookingVisitor visitor = HookingVisitor.hook(type, rows);
            Hook missing = visitor.missing();
            if (missing != null && !missing.equals(rows.get(0))) {
                continue;
            }
            byte[] version = missing == null ? visitor.bytes() : null;
            byte[] record = Difference.of(type, rows, version);
            KnownVersions.use(record, null);
            byte[] known = KnownVersions.of(type, rows);
            if (version == null) {
                assertThat(known).isEmpty();
            } else {
                assertThat(ClassSpliceTest.members(known)).isEqualTo(ClassSpliceTest.members(version));
            }
            records.add(HexFormat.of().formatHex(record));
        }
    }

    @OnOneJdk
    void whatIsNotTheSameIsNotKnown(Jdk jdk) throws IOException {
        byte[] type = JdkClasses.of(jdk).hooked().get("java/nio/Bits");
        List<Hook> rows = HookTable.byClass(jdk.feature()).get("java/nio/Bits");
        byte[] version = HookingVisitor.hook(type, rows).bytes();
        byte[] known = Difference.of(type, rows, version);
        KnownVersions.use(known, null);
        byte[] result = KnownVersions.of(type, rows);

        assertThat(ClassSpliceTest.members(result)).isEqualTo(ClassSpliceTest.members(version));
        assertThat(KnownVersions.of(version, rows)).isNull();
        assertThat(KnownVersions.of(type, rows.subList(1, rows.size()))).isNull();
        for (int i = 0; i < type.length; i++) {
            byte[] other = type.clone();
            other[i] ^= (byte) (1 << i % 8);
            byte[] otherResult = KnownVersions.of(other, rows);
            if (otherResult != null) {
                assertThat(otherResult).hasSameSizeAs(result).isNotEqualTo(result); // what is not changed is kept
            }
        }
        for (int i = 0; i < known.length; i++) {
            byte[] damaged = known.clone();
            damaged[i] ^= (byte) (1 << i % 8);
            KnownVersions.use(damaged, null);
            assertThat(KnownVersions.of(type, rows)).isNull();
        }
        KnownVersions.use(null, null);
        assertThat(KnownVersions.of(type, rows)).isNull();
    }

    /** Each class as JVMs with the usual archive of classes and with an AOT cache hand it out. */
    private Map<String, List<byte[]>> seenBy(Jdk jdk) throws IOException {
        List<String> names = List.copyOf(HookTable.byClass(jdk.feature()).keySet());
        Path jar = directory.resolve("seen.jar");
        JarOfAgent.write(jar, SeenClasses.class, SeenClasses.Writer.class);
        Map<String, List<byte[]>> seen = new HashMap<>();
        see(jdk, jar, names, "-Xshare:auto", seen);
        if (jdk.feature() >= FIRST_JDK_OF_CACHES) {
            Path cache = directory.resolve("cache");
            run(jdk, jar, SeenClasses.NOTHING, "-XX:AOTCacheOutput=" + cache);
            see(jdk, jar, names, "-XX:AOTCache=" + cache, seen);
        }
        return seen;
    }

    private void see(Jdk jdk, Path jar, List<String> names, String option, Map<String, List<byte[]>> seen)
            throws IOException {
        Path run = Files.createTempDirectory(directory, "run");
        Files.write(run.resolve(SeenClasses.NAMES), names);
        run(jdk, jar, run.toString(), option);
        for (String name : names) {
            List<byte[]> versions = seen.computeIfAbsent(name, key -> new ArrayList<>());
            for (String suffix : List.of(SeenClasses.ON_DISK, SeenClasses.IN_MEMORY)) {
                Path file = run.resolve(name.replace('/', '.') + suffix);
                if (Files.exists(file)) {
                    byte[] version = Difference.sorted(Files.readAllBytes(file));
                    if (versions.stream().noneMatch(other -> Arrays.equals(other, version))) {
                        versions.add(version);
                    }
                }
            }
        }
    }

    private static void run(Jdk jdk, Path jar, String seen, String option) {
        ChildJvm.on(jdk)
                .options("-javaagent:" + jar + "=" + seen, option)
                .classPath(jar)
                .run(SeenClasses.class)
                .expectExit(0);
    }

    /** As build/AgentJar.java computes it, which leaves out what was made by other sources. */
    private static int checksumOfSources() throws IOException {
        CRC32 checksum = new CRC32();
        try (Stream<Path> files = Files.list(Path.of("src/main/java/io/nmt/agent/instrument"))) {
            for (Path file : files.sorted().toList()) {
                checksum.update(Files.readString(file).replace("\r", "").getBytes(UTF_8));
            }
        }
        return (int) checksum.getValue();
    }
}
