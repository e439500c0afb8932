package io.nmt.libraries.programs;

import io.grpc.CallOptions;
import io.grpc.Detachable;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * A service of gRPC's and its load, until a line is read: with Netty, or with the copy of it that gRPC ships, whichever
 * is on the class path. With the argument {@code leak}, what reads the message of each tenth call takes its buffers, in
 * order not to copy them, and does not close them.
 */
public final class GrpcService {
    private static final String NAME = "orders";
    private static final MethodDescriptor.Marshaller<byte[]> COPYING = new Copying();

    private GrpcService() {}

    /** Reads messages as they come. */
    private static class Copying implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] message) {
            return new ByteArrayInputStream(message);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Takes the buffers of a message from gRPC, so that it has to close them. */
    private static final class Taking extends Copying {
        private final boolean leaks;

        Taking(boolean leaks) {
            this.leaks = leaks;
        }

        @Override
        @SuppressWarnings("MustBeClosed")
        public byte[] parse(InputStream stream) {
            try {
                InputStream taken = ((Detachable) stream).detach();
                byte[] head = taken.readNBytes(1);
                if (!leaks) {
                    taken.close();
                }
                return head;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static MethodDescriptor<byte[], byte[]> method(String path, MethodDescriptor.Marshaller<byte[]> requests) {
        return MethodDescriptor.newBuilder(requests, COPYING)
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(NAME + path)
                .build();
    }

    private static void answer(byte[] request, StreamObserver<byte[]> answers) {
        answers.onNext(new byte[] {request[0]});
        answers.onCompleted();
    }

    public static void main(String[] arguments) throws Exception {
        Load.run(start(arguments[0]));
    }

    static Load.Client start(String mode) throws IOException {
        Taking taking = new Taking(mode.equals("leak"));
        Server server = Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
                .addService(ServerServiceDefinition.builder(NAME)
                        .addMethod(method(Load.ORDER, COPYING), ServerCalls.asyncUnaryCall(GrpcService::answer))
                        .addMethod(method(Load.AUDIT, taking), ServerCalls.asyncUnaryCall(GrpcService::answer))
                        .build())
                .build()
                .start();
        ManagedChannel channel = Grpc.newChannelBuilder(
                        "localhost:" + server.getPort(), InsecureChannelCredentials.create())
                .build();
        MethodDescriptor<byte[], byte[]> order = method(Load.ORDER, COPYING);
        MethodDescriptor<byte[], byte[]> audit = method(Load.AUDIT, COPYING);
        byte[] message = new byte[Load.BODY_BYTES];
        return audited -> ClientCalls.blockingUnaryCall(channel, audited ? audit : order, CallOptions.DEFAULT, message);
    }
}
