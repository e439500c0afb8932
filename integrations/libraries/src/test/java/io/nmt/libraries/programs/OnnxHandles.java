package io.nmt.libraries.programs;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.util.Arrays;

/** Makes tensors and options; it has no model. */
public final class OnnxHandles {
    private static final float[][] VALUES = {{1, 2, 3}, {4, 5, 6}};

    private OnnxHandles() {}

    public static void main(String[] arguments) throws Exception {
        HandleRounds.run(OnnxHandles::work, OnnxHandles::leak);
    }

    private static String work() throws OrtException {
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions();
                OrtSession.RunOptions run = new OrtSession.RunOptions();
                OnnxTensor tensor = OnnxTensor.createTensor(environment, VALUES);
                OnnxTensor texts = OnnxTensor.createTensor(environment, new String[] {"a", "b"})) {
            options.setIntraOpNumThreads(1);
            run.setRunTag("none");
            return Arrays.deepToString((float[][]) tensor.getValue()) + Arrays.toString((String[]) texts.getValue());
        }
    }

    private static void leak() throws OrtException {
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        for (int i = 0; i < 6; i++) {
            Rounds.leak(OnnxTensor.createTensor(environment, VALUES));
        }
        for (int i = 0; i < 2; i++) {
            Rounds.leak(new OrtSession.SessionOptions());
        }
        Rounds.leak(new OrtSession.RunOptions());
    }
}
