package io.nmt.agent.commands;

import io.nmt.agent.channel.Answer;
import io.nmt.agent.channel.CommandException;
import io.nmt.agent.channel.Request;
import io.nmt.core.NativeMemory;
import io.nmt.core.model.PoolDetails;
import io.nmt.core.model.PooledSite;
import io.nmt.core.model.Sampling;
import io.nmt.core.model.Scale;
import io.nmt.core.report.JsonReport;
import io.nmt.core.report.PoolReport;
import java.io.IOException;
import java.util.List;

/** How pools are filled, and who holds their buffers. */
final class PoolsHandler implements Command {
    @Override
    public String name() {
        return "pools";
    }

    @Override
    public void run(Request request, Answer answer) throws CommandException, IOException {
        int top = ReportOptions.top(request);
        List<PoolDetails> pools = NativeMemory.poolDetails();
        List<PooledSite> sites = NativeMemory.pooledBuffers();
        Sampling sampling = NativeMemory.sampling();
        long largest = pools.isEmpty() ? 0 : pools.get(0).pool().chunkBytes();
        Scale scale = ReportOptions.scale(request, largest);
        answer.print(
                request.flag("json")
                        ? JsonReport.ofPools(pools, sites, sampling, top).concat("\n")
                        : PoolReport.of(pools, sites, sampling, scale, top, request.flag("stacks")));
    }
}
