package io.nmt.agent.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nmt.agent.instrument.HandleTable;
import io.nmt.core.model.Category;
import io.nmt.core.model.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentOptionsTest {
    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "  "})
    void defaults(String arguments) throws AgentException {
        AgentOptions options = AgentOptions.parse(arguments);

        assertThat(options.report()).isNull();
        assertThat(options.scale()).isEqualTo(Scale.B);
        assertThat(options.jfr()).isTrue();
        assertThat(options.exactPeaks()).isFalse();
        assertThat(options.leftOut()).isNull();
        assertThat(options.rules()).isEmpty();
        assertThat(options.sampleBytes()).isEqualTo(512 << 10);
        assertThat(options.depth()).isEqualTo(32);
        assertThat(options.pressure()).isEqualTo("90%");
        assertThat(options.pressureFile()).isEqualTo("nmt-pressure-%p.txt");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1%",
                "90%",
                "100%",
                "1MB",
                "4GB",
                "4g",
                "1048576",
                "off",
                "75%+90%",
                "4GB+2GB+3GB",
                "psi:10%",
                "90%+psi:10%+high"
            })
    void pressureIsAPartOrASizeOrOff(String value) throws AgentException {
        assertThat(AgentOptions.parse("pressure=" + value).pressure()).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({"1s,1", "30s,30", "5m,300", "1h,3600", "off,0"})
    void pressureRecord(String value, long seconds) throws AgentException {
        assertThat(AgentOptions.parse("pressure-record=" + value).pressureRecordSeconds())
                .isEqualTo(seconds);
    }

    @ParameterizedTest
    @CsvSource({"60s,60", "1m,60", "30m,1800", "24h,86400", "off,0"})
    void settle(String value, long seconds) throws AgentException {
        assertThat(AgentOptions.parse("settle=" + value).settleSeconds()).isEqualTo(seconds);
        assertThat(AgentOptions.parse("").settleSeconds()).isZero();
    }

    @Test
    void settleNeedsTheHistory() {
        assertThatThrownBy(() -> AgentOptions.parse("settle=30m,history=off"))
                .hasMessage("the option settle needs history=on");
    }

    @Test
    void pressureFile() throws AgentException {
        assertThat(AgentOptions.parse("pressure-file=/a/b=%p.txt").pressureFile())
                .isEqualTo("/a/b=%p.txt");
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1,1", "4096,4096", "4K,4096", "512KB,524288", "2mb,2097152", "1GB,1073741824", "64B,64"})
    void sampleIsASize(String value, long bytes) throws AgentException {
        assertThat(AgentOptions.parse("sample=" + value).sampleBytes()).isEqualTo(bytes);
    }

    @Test
    void depthIsANumberOfFrames() throws AgentException {
        assertThat(AgentOptions.parse("depth=7").depth()).isEqualTo(7);
    }

    @Test
    void wrappersAreLikeTheClassesOfRules() throws AgentException {
        assertThat(AgentOptions.parse("wrappers=com.acme.mem.*+com.acme.OffHeap")
                        .wrappers())
                .containsExactly("com.acme.mem.*", "com.acme.OffHeap");
        assertThat(AgentOptions.parse("").wrappers()).isEmpty();
        assertThatThrownBy(() -> AgentOptions.parse("wrappers=1bad"))
                .hasMessageStartingWith("'1bad' is not a value of the option wrappers; allowed: ");
        assertThatThrownBy(() -> AgentOptions.parse("wrappers=com.acme.*+a b"))
                .hasMessage("'a b' is not a value of the option wrappers; allowed: package.* or package.Class,"
                        + " several with +"
                        + " between them");
    }

    @Test
    void keysOfTheContext() throws AgentException {
        assertThat(AgentOptions.parse("mdc=tenant+request").contextKeys()).containsExactly("tenant", "request");
        assertThat(AgentOptions.parse("mdc=a+b+c,mdc=d").contextKeys()).hasSize(4);
        assertThat(AgentOptions.parse("").contextKeys()).isEmpty();
    }

    @Test
    void handlesAreClassesAndWhatClosesThem() throws AgentException {
        HandleTable handles = AgentOptions.parse("handles=com.acme.Thing#close+com.acme.Other$Nested#free")
                .handles();
        assertThat(handles.classNames()).contains("com.acme.Thing", "com.acme.Other$Nested");
        for (String wrong :
                new String[] {"com.acme.Thing", "com.acme.Thing#", "#close", "a b#close", "a.B#close()", ""}) {
            assertThatThrownBy(() -> AgentOptions.parse("handles=" + wrong))
                    .hasMessage("'" + wrong + "' is not a value of the option handles; allowed:"
                            + " package.Class#closingMethod, several with + between them");
        }
        assertThatThrownBy(() -> AgentOptions.parse("handles=java.util.zip.ZipFile#close"))
                .hasMessage("'java.util.zip.ZipFile#close' is not a value of the option handles; allowed: a class that"
                        + " is not the JDK's");
    }

    @Test
    void allAtOnce() throws AgentException {
        AgentOptions options = AgentOptions.parse("report=a/b=c.txt, scale=MB ,jfr=false,peak=exact,categories=unsafe");

        assertThat(options.report()).isEqualTo("a/b=c.txt");
        assertThat(options.scale()).isEqualTo(Scale.MB);
        assertThat(options.jfr()).isFalse();
        assertThat(options.exactPeaks()).isTrue();
        assertThat(options.leftOut()[Category.UNSAFE.id()]).isFalse();
        assertThat(options.leftOut()[Category.DIRECT_BUFFER.id()]).isTrue();
    }

    @Test
    void theLastOfTwoCounts() throws AgentException {
        assertThat(AgentOptions.parse("scale=MB,scale=KB").scale()).isEqualTo(Scale.KB);
    }

    @Test
    void defaultsSpelledOut() throws AgentException {
        AgentOptions options = AgentOptions.parse("scale=B,jfr=true,peak=fast,categories=all");

        assertThat(options.scale()).isEqualTo(Scale.B);
        assertThat(options.jfr()).isTrue();
        assertThat(options.exactPeaks()).isFalse();
        assertThat(options.leftOut()).isNull();
    }

    @Test
    void severalCategories() throws AgentException {
        boolean[] leftOut =
                AgentOptions.parse("categories=direct-buffer+nio-internal").leftOut();

        assertThat(leftOut[Category.DIRECT_BUFFER.id()]).isFalse();
        assertThat(leftOut[Category.NIO_INTERNAL.id()]).isFalse();
        assertThat(leftOut[Category.NIO_TEMPORARY_BUFFER.id()]).isTrue();
        assertThat(leftOut[Category.UNSAFE.id()]).isTrue();
        assertThat(leftOut[Category.FOREIGN_MEMORY.id()]).isTrue();
    }

    @Test
    void rules() throws AgentException {
        AgentOptions options =
                AgentOptions.parse("category=com.acme.codec.*:Codec+Main:Main, category=com.acme.Map$1:A:B = C");

        assertThat(options.rules())
                .extracting(Object::toString)
                .containsExactly("com.acme.codec.*:Codec", "Main:Main", "com.acme.Map$1:A:B = C");
    }

    /** Categories that the application registers itself cannot be left out. */
    @Test
    void ownCategoriesStay() throws AgentException {
        Category own = Category.of("AgentOptionsTest");

        assertThat(AgentOptions.parse("categories=unsafe").leftOut()[own.id()]).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "colour=red|unknown option 'colour'|report, scale, jfr, peak, sample, depth, categories",
                "sample=|''|512KB, 1 for every block, 0 for none",
                "sample=-1|'-1'|512KB, 1 for every block, 0 for none",
                "sample=KB|'KB'|512KB, 1 for every block, 0 for none",
                "sample=1.5MB|'1.5MB'|512KB, 1 for every block, 0 for none",
                "sample=99999999999GB|'99999999999GB'|512KB, 1 for every block, 0 for none",
                "depth=0|'0'|1 to 256",
                "depth=257|'257'|1 to 256",
                "depth=many|'many'|1 to 256",
                "Scale=KB|unknown option 'Scale'|report, scale, jfr, peak, sample, depth, categories",
                "verbose|'verbose'|key=value",
                "scale=KB,|''|key=value",
                ",|''|key=value",
                "=|unknown option ''|report, scale, jfr, peak, sample, depth, categories",
                "scale=TB|'TB'|B, KB, MB, GB",
                "scale=|''|B, KB, MB, GB",
                "jfr=TRUE|'TRUE'|true, false",
                "jfr=|''|true, false",
                "peak=slow|'slow'|fast, exact",
                "report=|''|stdout, stderr or a file",
                "mdc=|''|up to four",
                "mdc=tenant+|'tenant+'|keys of SLF4J's MDC",
                "mdc=a+b+c+d+e|'a+b+c+d+e'|up to four",
                "categories=|''|direct-buffer",
                "categories=heap|'heap'|nio-temporary-buffer",
                "categories=unsafe+|'unsafe+'|foreign-memory",
                "categories=unsafe+all|'unsafe+all'|unsafe",
                "category=|''|package.*:Category",
                "category=com.acme.*|'com.acme.*'|package.*:Category",
                "category=:Codec|':Codec'|package.*:Category",
                "category=com.acme.*:|'com.acme.*:'|package.Class:Category",
                "category=com.acme.*: |'com.acme.*:'|package.Class:Category",
                "category=com.acme.*:A+|''|package.Class:Category",
                "category=*:All|'*:All'|package.Class:Category",
                "category=.*:All|'.*:All'|package.Class:Category",
                "category=com.acme*:A|'com.acme*:A'|package.Class:Category",
                "category=com..acme:A|'com..acme:A'|package.Class:Category",
                "category=.acme:A|'.acme:A'|package.Class:Category",
                "category=com.acme.:A|'com.acme.:A'|package.Class:Category",
                "category=com/acme/Codec:A|'com/acme/Codec:A'|package.Class:Category",
                "category=com acme:A|'com acme:A'|package.Class:Category",
                "pressure=|''|1% to 100%",
                "pressure=%|'%'|4GB",
                "pressure=0%|'0%'|1% to 100%",
                "pressure=101%|'101%'|1% to 100%",
                "pressure=9KB%|'9KB%'|1% to 100%",
                "pressure=-1%|'-1%'|1% to 100%",
                "pressure=90|'90'|1MB at least",
                "pressure=psi:10|'psi:10'|psi:1% to psi:100%",
                "pressure=on|'on'|off",
                "pressure=75%+4GB|'75%+4GB'|several of a kind",
                "pressure=75%+|'75%+'|1% to 100%",
                "pressure-file=|''|%p",
                "pressure-record=|''|30s",
                "settle=30|'30'|30m",
                "settle=59s|'59s'|1m or more",
                "pressure-record=30|'30'|30s",
                "pressure-record=0s|'0s'|1s to 1h",
                "pressure-record=2h|'2h'|1s to 1h",
                "pressure-record=-1s|'-1s'|off",
                "history=maybe|'maybe'|on, off",
                "scale=KB,peak=slow,jfr=maybe|'slow'|fast, exact",
            })
    void whatIsWrongAndWhatIsAllowed(String arguments, String wrong, String allowed) {
        assertThatThrownBy(() -> AgentOptions.parse(arguments))
                .isInstanceOf(AgentException.class)
                .hasMessageContaining(wrong)
                .hasMessageContaining(allowed)
                .hasMessageNotContaining("\n");
    }

    /** Found by fuzzing: the first was printed as it is, the second was no line but an exception. */
    @Test
    void controlCharacters() {
        assertThatThrownBy(() -> AgentOptions.parse("b\n\u001b[31m"))
                .isInstanceOf(AgentException.class)
                .hasMessageContaining("is not an option")
                .hasMessageNotContainingAny("\n", "\u001b");
        assertThatThrownBy(() -> AgentOptions.parse("category=com.acme.*:\0"))
                .isInstanceOf(AgentException.class)
                .hasMessageContaining("is not a value of the option category");
    }
}
