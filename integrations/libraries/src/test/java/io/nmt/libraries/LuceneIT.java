package io.nmt.libraries;

import io.nmt.libraries.programs.LuceneIndex;
import io.nmt.testkit.Jdk;
import io.nmt.testkit.OnEveryJdk;
import java.nio.file.Path;
import java.util.List;

/**
 * Lucene: indexes text and searches it in mapped files. On JDK 17 they are buffers, else segments of arenas. More text
 * by {@code -Dlucene.megabytes=200}: more segments of the same kinds.
 */
class LuceneIT {
    private static final int TEXT_MEGABYTES = Integer.getInteger("lucene.megabytes", 20);

    @OnEveryJdk
    void indexesAndSearches(Jdk jdk) {
        List<Path> classPath =
                jdk.feature() < 21 ? ClassPath.jars("lucene-core") : ClassPath.otherJars("lucene-10", "lucene-core");

        LibraryRun.on(jdk, classPath)
                .run(LuceneIndex.class, String.valueOf(TEXT_MEGABYTES))
                .holdsMappedPages()
                .leaksIn("Mapped File", LuceneIndex.LEAK_BYTES);
    }
}
