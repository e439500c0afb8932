package io.nmt.report.malloc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CppNameTest {
    @ParameterizedTest
    @CsvSource({
        "_ZN7rocksdb6DBImpl4OpenEv, rocksdb::DBImpl::Open",
        "_ZNK7rocksdb6DBImpl5CountEv, rocksdb::DBImpl::Count",
        "_ZN7rocksdb11ReadOptionsC1Ebb, rocksdb::ReadOptions::ReadOptions",
        "_ZN7rocksdb11ReadOptionsD2Ev, rocksdb::ReadOptions::~ReadOptions",
        "_ZN5arrow6BufferIiE4copyEv, arrow::Buffer",
        "_ZNSt6vectorIiE9push_backEOi, std::vector",
        "_Z3runi, run",
        "malloc, malloc",
        "_Znwm, _Znwm",
        "_ZN99x, _ZN99x",
        "_ZN, _ZN",
        "_Z, _Z",
    })
    void nameOf(String symbol, String name) {
        assertThat(CppName.of(symbol)).isEqualTo(name);
    }
}
