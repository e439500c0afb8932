package io.nmt.core.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of classes by name. */
class NamedTableTest {
    private record Entry(String name) implements NamedTable.Named {}

    @Test
    void findsWhatWasPutInUpToTheBound() {
        NamedTable<Entry> table = new NamedTable<>();
        int refused = 0;
        for (int i = 0; i < 2 * NamedTable.MOST_NAMED; i++) {
            int id = table.newId();
            if (id < NamedTable.MOST_NAMED) {
                table.add(id, new Entry("com.acme.C" + i));
            } else {
                refused++;
            }
        }
        List<Entry> all = new ArrayList<>();
        table.forEach(all::add);
        assertThat(all).hasSize(NamedTable.MOST_NAMED).doesNotHaveDuplicates();
        assertThat(refused).isEqualTo(NamedTable.MOST_NAMED);
        assertThat(table.find("com.acme.C7")).isSameAs(table.withId(7));
        assertThat(table.find("com.acme.D")).isNull();
        assertThat(table.withId(NamedTable.MOST_NAMED)).isNull();
    }

    @Test
    void classesOfOneNameAreOne() {
        NamedTable<Entry> table = new NamedTable<>();
        Entry first = table.add(table.newId(), new Entry("com.acme.Plugin"));
        assertThat(table.add(table.newId(), new Entry("com.acme.Plugin"))).isSameAs(first);
    }
}
