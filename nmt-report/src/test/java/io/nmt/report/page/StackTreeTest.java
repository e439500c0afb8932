package io.nmt.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Frame;
import io.nmt.core.model.FreedBy;
import io.nmt.core.model.Site;
import io.nmt.report.render.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class StackTreeTest {
    private static final Frame JDK = new Frame("java.nio.ByteBuffer", "allocateDirect", "ByteBuffer.java", 332, true);
    private static final Frame LIBRARY = new Frame("io.netty.buffer.PoolArena", "allocate", "PoolArena.java", 7, false);
    private static final Frame OURS = new Frame("com.acme.Cache", "put", "Cache.java", 35, false);

    private static String written(int cutAfter) {
        StackTree tree = new StackTree();
        Site site = new Site(
                1, "Direct Buffer", List.of(JDK, LIBRARY, OURS), OURS, false, FreedBy.COLLECTOR, null, cutAfter);
        tree.node(site);
        Json json = new Json().object();
        tree.append(json);
        return json.endObject().toString();
    }

    @Test
    void framesOfLibrariesAreKnown() {
        assertThat(written(0))
                .contains("\"frames\":[\"com.acme.Cache.put(Cache.java:35)\",\"io.netty.")
                .contains("\"libraryFrames\":[1],\"nodes\":[[-1,0],[0,1],[1,2]]");
    }

    @Test
    void aStackThatIsCutSaysSo() {
        assertThat(written(3)).contains("\"frames\":[\"(calls left out: option depth)\",\"com.acme.Cache.put");
        assertThat(written(2)).contains("[\"com.acme.Cache.put(Cache.java:35)\",\"(calls left out: option depth)\",");
    }
}
