package io.nmt.spark.source;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** Files of any file system that Hadoop knows. */
final class InputFiles {
    private static final String RECORDING = ".jfr";
    private static final String EVIDENCE = ".json";

    private InputFiles() {}

    /**
     * The files of these paths: of a directory, the recordings and reports in it and below.
     *
     * @throws FileNotFoundException if there is nothing of that name
     */
    static List<String> find(List<String> paths, Configuration configuration) throws IOException {
        List<String> files = new ArrayList<>();
        for (String path : paths) {
            Path pattern = new Path(path);
            FileSystem system = pattern.getFileSystem(configuration);
            FileStatus[] found = system.globStatus(pattern);
            if (found == null || found.length == 0) {
                throw new FileNotFoundException(path + " does not exist");
            }
            for (FileStatus status : found) {
                if (status.isDirectory()) {
                    addBelow(status.getPath(), system, files);
                } else {
                    files.add(status.getPath().toString());
                }
            }
        }
        Collections.sort(files);
        return files;
    }

    private static void addBelow(Path directory, FileSystem system, List<String> files) throws IOException {
        RemoteIterator<LocatedFileStatus> below = system.listFiles(directory, true);
        while (below.hasNext()) {
            Path file = below.next().getPath();
            if (file.getName().endsWith(RECORDING) || isEvidence(file.getName())) {
                files.add(file.toString());
            }
        }
    }

    static boolean isEvidence(String name) {
        return name.endsWith(EVIDENCE);
    }

    /** Does something with a file: the JDK's reader of recordings needs a local one, so others are copied. */
    static <T> T withLocal(String file, Configuration configuration, LocalUse<T> use) throws IOException {
        Path path = new Path(file);
        URI uri = path.toUri();
        if (uri.getScheme() == null || uri.getScheme().equals("file")) {
            return use.apply(java.nio.file.Path.of(uri.getPath()));
        }
        java.nio.file.Path copy = Files.createTempFile("nmt", isEvidence(path.getName()) ? EVIDENCE : RECORDING);
        try {
            path.getFileSystem(configuration).copyToLocalFile(false, path, new Path(copy.toUri()), true);
            return use.apply(copy);
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    /** An action on a local file. */
    interface LocalUse<T> {
        T apply(java.nio.file.Path file) throws IOException;
    }
}
