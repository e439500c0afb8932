package io.nmt.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A point of the history: the process as the system and the JVM see it. */
@Name("nmt.ProcessMemory")
@Label("Process Memory")
@Description("The process as the system and the JVM see it, with each point of the history. A figure of -1 is unknown")
final class ProcessMemory extends MemoryEvent {
    @Label("Resident Memory")
    @DataAmount(DataAmount.BYTES)
    long resident;

    @Label("Anonymous Memory")
    @Description("Resident memory without a file")
    @DataAmount(DataAmount.BYTES)
    long anonymous;

    @Label("Pages of Files")
    @Description("Resident pages of files, and shared memory without the heap of ZGC")
    @DataAmount(DataAmount.BYTES)
    long files;

    @Label("Swapped Memory")
    @DataAmount(DataAmount.BYTES)
    long swapped;

    @Label("Memory of the Container")
    @Description("Bytes that count toward its limit, without page cache and reclaimable slabs")
    @DataAmount(DataAmount.BYTES)
    long cgroup;

    @Label("Container Limit")
    @DataAmount(DataAmount.BYTES)
    long cgroupLimit;

    @Label("Used Java Heap")
    @Description("With garbage")
    @DataAmount(DataAmount.BYTES)
    long heapUsed;

    @Label("Committed Java Heap")
    @DataAmount(DataAmount.BYTES)
    long heapCommitted;

    @Label("Resident Java Heap")
    @Description("As RSS counts it; read where RSS has risen")
    @DataAmount(DataAmount.BYTES)
    long heapResident;

    @Label("Committed Metaspace")
    @Description("With the class space")
    @DataAmount(DataAmount.BYTES)
    long metaspace;

    @Label("Threads")
    @Description("Threads of the process")
    long threads;

    @Label("Full Collections")
    @Description("Collections of the whole heap since the process began")
    long fullCollections;

    @Label("Growth by Commands")
    @Description("Resident memory that commands of nmt have added since the process began")
    @DataAmount(DataAmount.BYTES)
    long commands;

    @Label("Compiled Code")
    @DataAmount(DataAmount.BYTES)
    long compiledCode;

    @Label("Package with Most Compiled Code")
    String codePackage;

    @Label("Its Part of All Compiled Code")
    @Description("In percent; 0 where it is not known")
    int codePackagePercent;

    @Label("Interned Strings")
    @Description("With their table; asked once a minute, more often where they grow")
    @DataAmount(DataAmount.BYTES)
    long strings;

    @Label("Number of Interned Strings")
    long stringCount;

    @Label("Symbols")
    @Description("Names in class files, with their table; asked as interned strings are")
    @DataAmount(DataAmount.BYTES)
    long symbols;

    @Label("Methods to Be Compiled")
    @Description("Methods that wait for a compiler; asked once a minute")
    long compileQueue;

    @Label("Memory of Compilers")
    @Description("By HotSpot's native memory tracking, where that is on")
    @DataAmount(DataAmount.BYTES)
    long compilers;

    @Label("Compiler's Peak")
    @Description("The most memory that compiling a method took, from JDK 22 with -XX:CompileCommand=memstat,*.*")
    @DataAmount(DataAmount.BYTES)
    long compilerPeak;

    @Label("Memory of the Collector")
    @Description("Card tables, mark bits, remembered sets, and its malloc")
    @DataAmount(DataAmount.BYTES)
    long collector;
}
