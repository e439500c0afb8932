package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A mapped file, as a reading of resident memory has found it. */
@Name("nmt.MappedFile")
@Label("Mapped File")
@Description(
        "The files with most resident memory, and the sum of all others, with each reading of resident memory (Linux "
                + "only)")
final class MappedFile extends MemoryEvent {
    @Label("Reading")
    @Description("The number that events of nmt.ResidentMemory have, too")
    int reading;

    @Label("Path")
    @Description("The sum of all others has an empty path")
    String path;

    @Label("Tracked")
    @Description("True if tracked Java code has mapped it")
    boolean tracked;

    @Label("Mapped Memory")
    @DataAmount(DataAmount.BYTES)
    long mapped;

    @Label("Resident Memory")
    @DataAmount(DataAmount.BYTES)
    long resident;

    @Label("Clean Pages")
    @Description("Resident pages that the kernel can drop at once")
    @DataAmount(DataAmount.BYTES)
    long clean;

    @Label("Changed Pages")
    @Description("Resident pages that are not written yet")
    @DataAmount(DataAmount.BYTES)
    long changed;

    @Label("Shared Memory")
    @Description("Resident pages of tmpfs and of shared memory")
    @DataAmount(DataAmount.BYTES)
    long shared;

    @Label("Anonymous Memory")
    @Description("Resident pages that only this process has")
    @DataAmount(DataAmount.BYTES)
    long anonymous;
}
