package io.nmt.it.future;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * One thing that a JDK of the future has otherwise.
 *
 * @param inside how the row of {@code docs/jdks.md} begins that promises what happens then
 * @param firstJdk the first JDK of which it can be tried
 * @param lastJdk the last one
 * @param change makes the JDK otherwise
 * @param options of the JVM
 * @param kinds arguments of the program
 * @param said words of each line of ours on stderr, in any order
 * @param shown words that stdout has
 * @param notShown words that it has not
 */
record FutureRow(
        String inside,
        int firstJdk,
        int lastJdk,
        UnaryOperator<Patch> change,
        List<String> options,
        List<String> kinds,
        List<String> said,
        List<String> shown,
        List<String> notShown) {

    static FutureRow row(String inside, UnaryOperator<Patch> change) {
        return new FutureRow(
                inside, 17, Integer.MAX_VALUE, change, List.of(), List.of(), List.of(), List.of(), List.of());
    }

    FutureRow from(int jdk) {
        return new FutureRow(inside, jdk, lastJdk, change, options, kinds, said, shown, notShown);
    }

    FutureRow until(int jdk) {
        return new FutureRow(inside, firstJdk, jdk, change, options, kinds, said, shown, notShown);
    }

    FutureRow with(String... jvmOptions) {
        return new FutureRow(inside, firstJdk, lastJdk, change, List.of(jvmOptions), kinds, said, shown, notShown);
    }

    FutureRow does(String... newKinds) {
        return new FutureRow(inside, firstJdk, lastJdk, change, options, List.of(newKinds), said, shown, notShown);
    }

    FutureRow says(String... lines) {
        return new FutureRow(inside, firstJdk, lastJdk, change, options, kinds, List.of(lines), shown, notShown);
    }

    FutureRow shows(String... words) {
        return new FutureRow(inside, firstJdk, lastJdk, change, options, kinds, said, List.of(words), notShown);
    }

    FutureRow hides(String... words) {
        return new FutureRow(inside, firstJdk, lastJdk, change, options, kinds, said, shown, List.of(words));
    }

    @Override
    public String toString() {
        return inside + (said.isEmpty() ? "" : " " + said);
    }
}
