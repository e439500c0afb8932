package io.nmt.core.internal.counters;

import static org.assertj.core.api.Assertions.assertThat;

import io.nmt.core.internal.concurrent.TableBound;
import org.junit.jupiter.api.Test;

class PeakWindowsTest {
    private static final int MOST = 3;

    @Test
    void beyondTheBoundTheOldestWindowEnds() {
        PeakWindows windows = new PeakWindows(TableBound.of(MOST));
        PeakWindow oldest = new PeakWindow(1);
        PeakWindow second = new PeakWindow(1);
        windows.add(oldest);
        windows.add(second);
        for (int i = 2; i < MOST; i++) {
            windows.add(new PeakWindow(1));
        }
        windows.raise(0, 1);
        windows.add(new PeakWindow(1));
        windows.raise(0, 2);
        assertThat(oldest.most(0)).isEqualTo(1);
        assertThat(second.most(0)).isEqualTo(2);
        windows.remove(oldest); // it does no harm
        windows.raise(0, 3);
        assertThat(second.most(0)).isEqualTo(3);
    }
}
