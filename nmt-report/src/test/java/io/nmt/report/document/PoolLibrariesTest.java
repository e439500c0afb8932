package io.nmt.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.model.Details;
import io.nmt.core.model.Pool;
import io.nmt.core.model.Scale;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolLibrariesTest {
    @ParameterizedTest
    @CsvSource({
        "a.io.netty.buffer.PooledByteBufAllocator, Netty",
        "io.undertow.server.DefaultByteBufferPool, Undertow",
        "org.eclipse.jetty.io.ArrayByteBufferPool, Jetty",
        "io.undertow.server.A org.eclipse.jetty.io.B io.undertow.server.C, Undertow and Jetty",
        "io.netty.buffer.A io.undertow.server.B, Netty and Undertow"
    })
    void aSumNamesTheLibrariesOfItsPools(String allocators, String names) {
        List<Pool> pools = Stream.of(allocators.split(" "))
                .map(allocator -> new Pool(allocator, "Direct Buffer", 1, 1, 0))
                .toList();
        assertThat(ReportText.of(DetailReport.of(new Details(pools, List.of(), List.of(), List.of()), 10), Scale.B))
                .contains("\nDirect Buffer has " + pools.size() + " B of " + names + " pool chunks, 0 B in use");
    }
}
