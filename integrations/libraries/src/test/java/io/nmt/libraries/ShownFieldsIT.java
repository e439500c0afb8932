package io.nmt.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.libraries.programs.ShownFields;
import io.nmt.testkit.ChildJvm;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import java.nio.file.Path;
import java.util.List;

/** Classes that are given a field for the tracker show the fields that they have without it. */
class ShownFieldsIT {
    private static final String[] JARS = {"netty-buffer", "netty-common", "zstd-jni"};

    @OnEveryJdk
    void areThoseOfTheClass(Jdk jdk) {
        List<String> plain = shown(jvm(jdk));
        assertThat(plain).anyMatch(line -> line.startsWith("io.netty.buffer.AbstractReferenceCountedByteBuf ["));
        assertThat(shown(jvm(jdk).agent())).isEqualTo(plain);
    }

    private static ChildJvm jvm(Jdk jdk) {
        return ChildJvm.withoutC2(jdk)
                .options(LibraryOptions.unsafe(jdk).toArray(String[]::new))
                .classPath(ClassPath.jars(JARS).toArray(Path[]::new));
    }

    private static List<String> shown(ChildJvm jvm) {
        return jvm.run(ShownFields.class).expectExit(0).outLines();
    }
}
