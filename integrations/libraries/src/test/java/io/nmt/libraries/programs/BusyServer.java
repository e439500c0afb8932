package io.nmt.libraries.programs;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;

/**
 * 200 threads under load, with Netty's buffers, Arrow's vectors and a Lucene index in mapped files. Ends when its stdin
 * does.
 */
public final class BusyServer {
    private static final int THREADS_OF_EACH_KIND = 70; // and Lucene's, Netty's and the JVM's own
    private static final int DOCUMENTS = 5000;
    private static final int ROWS = 2000;

    private BusyServer() {}

    /** A request's work. */
    private interface Request {
        void serve() throws IOException;
    }

    public static void main(String[] arguments) throws Exception {
        Path path = TemporaryFiles.create("busy");
        Directory directory = new MMapDirectory(path);
        index(directory);
        IndexSearcher searcher = new IndexSearcher(DirectoryReader.open(directory));
        BufferAllocator arrow = new RootAllocator();
        for (int i = 0; i < THREADS_OF_EACH_KIND; i++) {
            start("netty-" + i, BusyServer::echo);
            start("arrow-" + i, () -> vector(arrow));
            start("lucene-" + i, () -> search(searcher));
        }
        System.out.println("busy");
        int end = System.in.read();
        TemporaryFiles.delete(path);
        System.out.println("end " + end);
        System.exit(0);
    }

    /** A thread that serves a request 25 times a second, or as often as it comes to it. */
    private static void start(String name, Request request) {
        Future<?> unused = Executors.newSingleThreadScheduledExecutor(task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                })
                .scheduleAtFixedRate(
                        () -> serve(request), ThreadLocalRandom.current().nextInt(40), 40, TimeUnit.MILLISECONDS);
    }

    private static void serve(Request request) {
        try {
            request.serve();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void echo() {
        ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(
                ThreadLocalRandom.current().nextInt(100, 60_000));
        buffer.writeBytes(new byte[64]);
        ByteBuf copy = buffer.copy();
        buffer.release();
        copy.release();
    }

    private static void vector(BufferAllocator allocator) {
        try (BigIntVector vector = new BigIntVector("numbers", allocator)) {
            for (int row = 0; row < ROWS; row++) {
                vector.setSafe(row, row);
            }
        }
    }

    private static void index(Directory directory) throws IOException {
        Random random = new Random(1);
        IndexWriterConfig config = new IndexWriterConfig(new StandardAnalyzer()).setUseCompoundFile(false);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (int i = 0; i < DOCUMENTS; i++) {
                Document document = new Document();
                document.add(new TextField("text", "word" + random.nextInt(100) + " of " + i, Field.Store.YES));
                writer.addDocument(document);
            }
        }
    }

    private static void search(IndexSearcher searcher) throws IOException {
        int word = ThreadLocalRandom.current().nextInt(100);
        searcher.search(new TermQuery(new Term("text", "word" + word)), 10);
    }
}
