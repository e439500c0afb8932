package io.nmt.channel;

import java.io.Closeable;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Initializes classes of the JDK that the history and commands use, while there is room for it: a class whose
 * initializer fails, for want of heap or of file descriptors, is lost for the application, too. Thread-safe.
 *
 * <p>The names are those that JDK 17, 21 and 25 initialize for all commands, without logging, MBean servers and what
 * runs code of the application. A JDK of the future need not have them all.
 */
public final class JdkClasses {
    private static final long MAX_ROOM_BYTES = 4L << 20; // of free heap, for each class
    private static final int MIN_ROOM_SHARE = 16; // or a sixteenth of a small heap
    private static final int FREE_DESCRIPTORS = 4; // a native library, and what it opens
    private static final long PAUSE_MILLIS = 20;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final String ANY_FILE = "/proc/self/status"; // elsewhere, descriptors are not looked at

    // A line has the first JDK and the last one, a package, and classes of it.
    private static final String FOR_HISTORY = """
            17- java.lang.management ManagementFactory ManagementFactory$PlatformMBeanFinder
            17- com.sun.management.internal PlatformMBeanProviderImpl DiagnosticCommandImpl GarbageCollectorExtImpl
            17- sun.management ManagementFactoryHelper VMManagementImpl MemoryImpl Util
            17- java.util ComparableTimSort
            17- java.util.zip Inflater Deflater
            17- java.util.stream MatchOps$MatchKind Nodes Nodes$FixedNodeBuilder
            17- java.time Instant Clock Duration
            17- java.math BigInteger
            17- java.util.regex Pattern Pattern$Qtype Pattern$BitClass ASCII
            17-20 java.util ServiceLoader ServiceLoader$ModuleServicesLookupIterator
            17-20 java.util ServiceLoader$LazyClassPathLookupIterator Collections$EmptyEnumeration
            17-23 java.io FilePermission
            17-23 sun.security.util FilePermCompat SecurityProperties
            17-23 java.security Security
            17-23 java.lang.invoke MethodHandles$1
            17-23 java.util TreeMap
            24- java.util Spliterators$EmptySpliterator$OfRef
            24- java.lang.invoke StringConcatFactory StringConcatFactory$InlineHiddenClassStrategy
            24- java.util.zip Inflater$InflaterZStreamRef Deflater$DeflaterZStreamRef
            """;
    private static final String FOR_COMMANDS = """
            17- java.util Spliterators EnumMap IdentityHashMap Random Arrays$LegacyMergeSort TimSort
            17- java.util Collections$ReverseComparator Comparators$NaturalOrderComparator
            17- java.util Collections$ReverseComparator2 ImmutableCollections$Access Date TimeZone
            17- java.util ResourceBundle$Control ResourceBundle$SingleFormatControl ResourceBundle$NoFallbackControl
            17- java.util Collections$EmptyIterator ResourceBundle BitSet HashMap$TreeNode
            17- java.util AbstractList$RandomAccessSpliterator OptionalLong ImmutableCollections$SubList
            17- java.util Locale$Category TreeSet Collections$CopiesList StringJoiner Formatter
            17- java.util Formatter$FormatSpecifier Formatter$Flags Locale
            17- java.util.stream AbstractPipeline StreamOpFlag StreamOpFlag$Type ReferencePipeline$StatelessOp
            17- java.util.stream StreamShape Collectors Collector$Characteristics FindOps$FindSink$OfRef
            17- java.util.stream Nodes$SpinedNodeBuilder LongPipeline$StatelessOp ReferencePipeline$StatefulOp
            17- java.util.stream SliceOps FindOps$FindSink$OfLong
            17- jdk.internal.reflect ConstantPool
            17- sun.reflect.annotation AnnotationParser AnnotationType AnnotationInvocationHandler
            17- java.lang.invoke MethodType MethodTypeForm DirectMethodHandle LambdaMetafactory
            17- java.lang.invoke InvokerBytecodeGenerator MethodHandleImpl$Intrinsic CallSite BootstrapMethodInvoker
            17- java.lang.invoke Invokers VarHandle$AccessMode VarHandle$AccessType MethodHandleImpl
            17- java.lang.invoke InnerClassLambdaMetafactory InfoFromMemberName ConstantCallSite BoundMethodHandle
            17- java.lang.invoke ClassSpecializer BoundMethodHandle$Specializer ClassSpecializer$Factory
            17- java.lang.invoke ClassSpecializer$SpeciesData BoundMethodHandle$SpeciesData DirectMethodHandle$2
            17- java.lang.invoke DirectMethodHandle$Accessor DelegatingMethodHandle MethodHandles$Lookup$ClassOption
            17- java.lang.invoke MethodHandles$Lookup$ClassDefiner DirectMethodHandle$Constructor
            17- java.lang.invoke DirectMethodHandle$Interface VarHandles VarHandle
            17- java.lang.invoke VarHandleReferences$FieldInstanceReadOnly
            17- java.lang.invoke VarHandleReferences$FieldInstanceReadWrite VarHandleBooleans$FieldInstanceReadOnly
            17- java.lang.invoke VarHandleBooleans$FieldInstanceReadWrite VarHandleLongs$Array
            17- java.lang.invoke VarHandleReferences$Array VarHandleLongs$FieldInstanceReadOnly
            17- java.lang.invoke VarHandleLongs$FieldInstanceReadWrite VarHandleInts$FieldInstanceReadOnly
            17- java.lang.invoke VarHandleInts$FieldInstanceReadWrite TypeConvertingMethodAdapter
            17- java.lang.invoke MethodHandleImpl$AsVarargsCollector MethodHandleImpl$Makers
            17- java.lang.invoke MethodHandleImpl$ArrayAccessor MethodHandleImpl$ArrayAccess
            17- java.lang.invoke MethodHandleImpl$CountingWrapper VarHandleByteArrayAsShorts$ArrayHandle
            17- java.lang.invoke VarHandleByteArrayAsChars$ArrayHandle VarHandleByteArrayAsInts$ArrayHandle
            17- java.lang.invoke VarHandleByteArrayAsFloats$ArrayHandle VarHandleByteArrayAsLongs$ArrayHandle
            17- java.lang.invoke VarHandleByteArrayAsDoubles$ArrayHandle DirectMethodHandle$StaticAccessor VarForm
            17- sun.invoke.util Wrapper Wrapper$Format VerifyType ValueConversions
            17- java.lang Short Module$ReflectionData Package$VersionInfo StrictMath ClassValue ClassValue$Entry
            17- java.lang ClassValue$ClassValueMap FdLibm$Hypot ProcessEnvironment Character$CharacterCache
            17- java.lang StackWalker StackWalker$Option StackStreamFactory StackWalker$ExtendedOption
            17- java.lang StackStreamFactory$StackFrameTraverser StackStreamFactory$WalkerState StackFrameInfo
            17- sun.instrument InstrumentationImpl
            17- jdk.internal.loader NativeLibraries$LibraryPaths NativeLibraries$NativeLibraryImpl
            17- jdk.internal.loader URLClassPath$JarLoader
            17- java.util.zip ZipFile ZipCoder ZipFile$Source ZipUtils Checksum Checksum$1 CRC32
            17- java.util.zip ZipFile$CleanableResource
            17- java.util.jar JarFile Attributes$Name
            17- sun.nio.fs DefaultFileSystemProvider UnixFileSystemProvider UnixPath Util UnixNativeDispatcher
            17- sun.nio.fs AbstractBasicFileAttributeView NativeBuffers NativeBuffer UnixFileModeAttribute$1
            17- sun.nio.fs UnixChannelFactory UnixChannelFactory$1 UnixDirectoryStream$UnixDirectoryIterator
            17- java.nio.file.spi FileSystemProvider
            17- java.nio.file StandardOpenOption Files FileSystems$DefaultFileSystemHolder
            17- java.nio.file FileChannelLinesSpliterator Files$AcceptAllFilter
            17- jdk.internal.misc TerminatingThreadLocal VM$BufferPoolsHolder
            17- java.io RandomAccessFile BufferedReader DataInputStream ByteArrayInputStream DataOutputStream
            17- java.util.concurrent TimeUnit ConcurrentSkipListMap ThreadLocalRandom AbstractExecutorService
            17- java.util.concurrent ThreadPoolExecutor SynchronousQueue LinkedTransferQueue
            17- jdk.internal.perf PerfCounter Perf PerfCounter$CoreCounters
            17- java.nio MappedByteBuffer DirectByteBuffer Bits LongBuffer DirectLongBufferU IntBuffer
            17- java.nio DirectIntBufferU DirectByteBufferR DirectIntBufferRU
            17- java.util.concurrent.atomic AtomicLong AtomicReference AtomicLongArray AtomicReferenceArray
            17- java.util.concurrent.atomic Striped64 AtomicBoolean
            17- sun.security.util SignatureFileVerifier SecurityConstants SecurityProviderConstants KnownOIDs Debug
            17- jdk.internal.util.random RandomSupport
            17- java.nio.charset StandardCharsets CharsetDecoder
            17- sun.nio.cs US_ASCII ISO_8859_1 StreamDecoder UTF_8$Decoder ISO_8859_1$Encoder Surrogate$Parser
            17- jdk.internal.vm VMSupport
            17- sun.util.calendar CalendarSystem CalendarSystem$GregorianHolder BaseCalendar ZoneInfoFile
            17- sun.util.locale.provider TimeZoneNameUtility LocaleServiceProviderPool
            17- sun.util.locale.provider TimeZoneNameUtility$TimeZoneNameGetter LocaleProviderAdapter
            17- sun.util.locale.provider LocaleProviderAdapter$Type TimeZoneNameProviderImpl LocaleResources
            17- sun.util.locale.provider FallbackLocaleProviderAdapter
            17- sun.util.cldr CLDRLocaleProviderAdapter
            17- sun.util.locale LanguageTag InternalLocaleBuilder BaseLocale
            17- jdk.internal.module SystemModuleFinders$SystemImage SystemModules$all
            17- jdk.internal.jimage ImageReaderFactory BasicImageReader ImageReader$SharedImageReader
            17- jdk.internal.jimage NativeImageBuffer
            17- sun.util.resources LocaleData LocaleData$LocaleDataStrategy Bundles
            17- java.time ZoneId ZoneOffset LocalDateTime LocalDate LocalTime Instant$1
            17- java.time.zone ZoneRulesProvider ZoneRules
            17- java.util.concurrent.locks AbstractQueuedSynchronizer AbstractQueuedSynchronizer$Node LockSupport
            17- java.util.concurrent.locks AbstractQueuedLongSynchronizer
            17- java.nio.file.attribute PosixFilePermission
            17- java.net StandardProtocolFamily SocketPermission InetAddress Inet4Address Inet6Address
            17- java.net InetSocketAddress URLDecoder URLEncoder
            17- java.nio.channels.spi AbstractSelectableChannel SelectorProvider$Holder AbstractInterruptibleChannel
            17- sun.nio.ch DefaultSelectorProvider UnixDomainSockets IOUtil ServerSocketChannelImpl SocketDispatcher
            17- sun.nio.ch Net NativeThread SocketChannelImpl Util Util$BufferCache FileDispatcherImpl
            17- sun.nio.ch FileChannelImpl NativeThreadSet NativeDispatcher
            17- sun.net NetProperties
            17- java.security SecureRandom Provider Provider$Service BasicPermissionCollection
            17- sun.security.jca Providers ProviderList ProviderConfig
            17- jdk.internal.math FloatingDecimal FloatingDecimal$ExceptionalBinaryToASCIIBuffer
            17- jdk.internal.math FloatingDecimal$BinaryToASCIIBuffer FloatingDecimal$ASCIIToBinaryBuffer
            17- sun.security.provider SunEntries NativePRNG NativePRNG$Variant FileInputStreamPool
            17- sun.security.provider NativePRNG$Blocking NativePRNG$NonBlocking
            17- jdk.internal.event SecurityProviderServiceEvent
            17- jdk.net ExtendedSocketOptions ExtendedSocketOptions$PlatformSocketOptions LinuxSocketOptions
            17- java.nio.channels SocketChannel FileChannel
            17- com.sun.management.internal Flag OperatingSystemImpl
            17- java.time.format DateTimeFormatter DateTimeFormatterBuilder SignStyle
            17- java.time.format DateTimeFormatterBuilder$NumberPrinterParser ResolverStyle DecimalStyle
            17- java.time.format DateTimeFormatterBuilder$SettingsParser
            17- java.time.format DateTimeFormatterBuilder$OffsetIdPrinterParser TextStyle DateTimeTextProvider
            17- java.time.temporal ChronoField ChronoUnit IsoFields IsoFields$Field IsoFields$Unit JulianFields
            17- java.time.temporal JulianFields$Field
            17- java.time.chrono AbstractChronology IsoChronology
            17- java.lang.runtime ObjectMethods
            17- sun.reflect.generics.factory CoreReflectionFactory
            17- sun.reflect.generics.repository GenericDeclRepository ClassRepository
            17- sun.reflect.generics.parser SignatureParser
            17- sun.reflect.generics.visitor Reifier
            17- sun.reflect.generics.reflectiveObjects TypeVariableImpl
            17- sun.management BaseOperatingSystemImpl
            17- jdk.internal.platform CgroupMetrics CgroupSubsystemFactory
            17- jdk.internal.platform.cgroupv1 CgroupV1SubsystemController
            17- sun.reflect.generics.tree LongSignature VoidDescriptor
            17- jdk.internal.util.xml.impl Parser
            17-20 sun.invoke.util Wrapper$1
            17-20 jdk.internal.util.jar JarIndex
            17-20 sun.util.locale.provider LocaleProviderAdapter$1
            17-20 java.util.concurrent SynchronousQueue$TransferStack
            17-20 sun.security.provider NativePRNG$2
            17-20 java.util.regex Pattern$1
            17-20 java.lang.invoke DirectMethodHandle$EnsureInitialized
            17-20 java.lang StackStreamFactory$1
            17-23 jdk.internal.reflect NativeMethodAccessorImpl NativeConstructorAccessorImpl AccessorGenerator
            17-23 jdk.internal.reflect ClassDefiner UnsafeFieldAccessorImpl UnsafeStaticFieldAccessorImpl
            17-23 jdk.internal.org.objectweb.asm Type MethodWriter Label
            17-23 sun.util.locale BaseLocale$Key BaseLocale$Cache
            17-23 java.util Locale$Cache Spliterators$EmptySpliterator$OfRef
            17-23 java.lang StackStreamFactory$StackFrameTraverser$StackFrameBuffer
            17-23 java.lang.invoke StringConcatFactory
            17-23 java.security SecureClassLoader$DebugHolder
            17-23 java.util.zip Inflater$InflaterZStreamRef Deflater$DeflaterZStreamRef
            21- java.util ServiceLoader ServiceLoader$ModuleServicesLookupIterator
            21- java.util ServiceLoader$LazyClassPathLookupIterator Collections$EmptyEnumeration
            21- jdk.internal.misc CarrierThreadLocal PreviewFeatures
            21- jdk.internal.reflect DirectMethodHandleAccessor$NativeAccessor
            21- jdk.internal.util ByteArray OperatingSystem
            21- jdk.internal.vm StackableScope SharedThreadContainer ThreadContainers
            21- jdk.internal.vm ThreadContainers$RootContainer$TrackingRootContainer
            21- sun.nio.ch UnixDispatcher UnixFileDispatcherImpl
            21- jdk.net ExtendedSocketOptions$2
            21- java.time.format DateTimeFormatterBuilder$NanosPrinterParser
            21- java.util.concurrent ThreadLocalRandom$Access
            21- jdk.internal.classfile.impl BytecodeHelpers$1 UnboundAttribute$UnboundExceptionsAttribute
            21- jdk.internal.classfile.impl UnboundAttribute$UnboundStackMapTableAttribute StackMapDecoder
            21- jdk.internal.math MathUtils
            21-23 jdk.internal.misc InternalLock
            21-23 java.util.zip ZipFile$2 ZipCoder$Comparison
            24- java.lang.invoke MethodHandles$1 InnerClassLambdaMetafactory$SerializationSupport
            24- java.lang.invoke TypeConvertingMethodAdapter$1 TypeConvertingMethodAdapter$BoxHolder
            24- java.lang.invoke ClassSpecializer$Factory$1$1Var ClassSpecializer$Factory$1$5$1
            24- java.io FilePermission
            24- sun.security.util SecurityProperties
            24- java.security Security Security$SecPropLoader Security$SecPropLoader$LoadingMode
            24- java.util TreeMap Locale$LocaleCache
            24- java.lang ClassValue$RemovalToken StackStreamFactory$StackFrameBuffer
            24- sun.util.locale BaseLocale$1InterningCache
            24- jdk.internal.util Exceptions
            24- jdk.internal.classfile.impl AbstractAttributeMapper$StackMapTableMapper
            24- jdk.internal.classfile.impl AbstractAttributeMapper$ExceptionsMapper
            """;

    private static final Names HISTORY = new Names(FOR_HISTORY);
    private static Names ofCommands; // null until the first command

    private JdkClasses() {}

    /** Names of classes, and how many of them are done. Guarded by the class around it. */
    private static final class Names {
        private final String[] names;
        private int done;

        Names(String lines) {
            names = names(lines);
        }

        /** Initializes one after the other; returns false where there is no room. */
        boolean initialize() {
            while (done < names.length) {
                if (!hasRoom() || !hasDescriptors()) {
                    return false;
                }
                JdkClasses.initialize(names[done]);
                done++;
            }
            return true;
        }
    }

    /**
     * Initializes those that the history uses.
     *
     * @return false if there is no room now: then it is to be called again
     */
    public static synchronized boolean initializeForHistory() {
        return HISTORY.initialize();
    }

    /**
     * Initializes those that commands use, and waits where there is no room.
     *
     * @param mostMillis the longest wait
     * @return false if there was no room in that time: then it is to be called again
     */
    public static synchronized boolean initialize(long mostMillis) {
        long start = System.nanoTime();
        while (!HISTORY.initialize() || !ofCommands().initialize()) {
            if (System.nanoTime() - start >= mostMillis * NANOS_PER_MILLI || !pause()) {
                return false;
            }
        }
        return true;
    }

    private static synchronized Names ofCommands() {
        if (ofCommands == null) {
            ofCommands = new Names(FOR_COMMANDS);
        }
        return ofCommands;
    }

    static List<String> names() {
        List<String> all = new ArrayList<>(List.of(HISTORY.names));
        all.addAll(List.of(ofCommands().names));
        return all;
    }

    private static String[] names(String lines) {
        int jdk = Runtime.version().feature();
        List<String> names = new ArrayList<>();
        for (String line : lines.split("\n")) {
            String[] words = line.split(" ");
            String[] ends = words[0].split("-");
            boolean isHere = jdk >= Integer.parseInt(ends[0]) && (ends.length == 1 || jdk <= Integer.parseInt(ends[1]));
            for (int i = 2; isHere && i < words.length; i++) {
                names.add(words[1].concat(".").concat(words[i]));
            }
        }
        return names.toArray(new String[0]);
    }

    private static void initialize(String name) {
        try {
            Class.forName(name, true, null);
        } catch (ClassNotFoundException | LinkageError | RuntimeException | OutOfMemoryError e) {
            // Another JDK, an image without its module, or all the same no room.
        }
    }

    private static boolean hasRoom() {
        Runtime heap = Runtime.getRuntime();
        long free = heap.maxMemory() - heap.totalMemory() + heap.freeMemory();
        return free >= Math.min(MAX_ROOM_BYTES, heap.maxMemory() / MIN_ROOM_SHARE);
    }

    private static boolean hasDescriptors() {
        List<Closeable> files = new ArrayList<>();
        try {
            while (files.size() < FREE_DESCRIPTORS) {
                files.add(new FileInputStream(ANY_FILE));
            }
        } catch (FileNotFoundException e) {
            return !new File(ANY_FILE).exists();
        } finally {
            for (Closeable file : files) {
                close(file);
            }
        }
        return true;
    }

    private static void close(Closeable file) {
        try {
            file.close();
        } catch (IOException e) {
            // It was only read.
        }
    }

    /** Returns false if it was interrupted. */
    private static boolean pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
