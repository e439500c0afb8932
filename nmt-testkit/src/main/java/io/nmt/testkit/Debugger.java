package io.nmt.testkit;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.Field;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.Location;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.Value;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.ExceptionEvent;
import com.sun.jdi.event.StepEvent;
import com.sun.jdi.event.ThreadDeathEvent;
import com.sun.jdi.event.ThreadStartEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.EventRequestManager;
import com.sun.jdi.request.StepRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A debugger, as one of an IDE: stops where an exception is thrown, at each start of a thread, and at each line into
 * which it can step from a method {@code stepped} of the program, but for the JDK's.
 */
public final class Debugger {
    private static final String SUSPENDED = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0";
    private static final String LISTENING = "Listening for transport dt_socket at address: ";
    private static final String[] FILTERS = {"java.*", "javax.*", "jdk.*", "sun.*", "com.sun.*"};
    private static final int MOST_STEPS = 400;

    private final VirtualMachine jvm;
    private final EventRequestManager requests;
    private final String main;
    private final List<String> lines = new ArrayList<>();
    private final List<String> exceptions = new ArrayList<>();
    private final Map<String, String> threads = new TreeMap<>();
    private final Set<String> ended = ConcurrentHashMap.newKeySet();
    private final Thread events = new Thread(this::handleAll, "debugger");

    private Debugger(VirtualMachine jvm, Class<?> main) {
        this.jvm = jvm;
        this.requests = jvm.eventRequestManager();
        this.main = main.getName();
    }

    /** A program that waits for a debugger. */
    public static Child start(ChildJvm jvm, Class<?> main, String... arguments) {
        return jvm.options(SUSPENDED).start(main, arguments);
    }

    /** Lets it run. */
    public static Debugger attach(Child child, Class<?> main) throws IOException, IllegalConnectorArgumentsException {
        String port = child.awaitLineWith(LISTENING).substring(LISTENING.length());
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(one -> one.name().equals("com.sun.jdi.SocketAttach"))
                .findFirst()
                .orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("hostname").setValue("127.0.0.1");
        arguments.get("port").setValue(port);
        Debugger debugger = new Debugger(connector.attach(arguments), main);
        debugger.begin();
        return debugger;
    }

    private void begin() {
        ClassPrepareRequest prepared = requests.createClassPrepareRequest();
        prepared.addClassFilter(main);
        prepared.enable();
        requests.createThreadStartRequest().enable();
        requests.createThreadDeathRequest().enable();
        events.start();
    }

    /** Waits for the end of the program; then what was seen may be asked for. */
    public void await() throws InterruptedException {
        events.join();
    }

    /** Waits until a thread of that name has ended. */
    public void awaitEndOf(String thread) {
        Awaited.until(Boolean::booleanValue, () -> ended.contains(thread));
    }

    /** Returns the stops of stepping, in this order. */
    public List<String> lines() {
        return lines;
    }

    /** Returns each exception that was thrown since the program's class was there: the thread, and the class. */
    public List<String> exceptions() {
        return exceptions;
    }

    /** Returns each thread that was started, by its name, and what it has of others. */
    public Map<String, String> threads() {
        return threads;
    }

    private void handleAll() {
        try {
            while (true) {
                EventSet set = jvm.eventQueue().remove();
                for (Event event : set) {
                    handle(event);
                }
                set.resume();
            }
        } catch (VMDisconnectedException e) {
            return; // its end
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IncompatibleThreadStateException | AbsentInformationException e) {
            throw new IllegalStateException(e);
        }
    }

    private void handle(Event event) throws IncompatibleThreadStateException, AbsentInformationException {
        if (event instanceof ClassPrepareEvent prepared) {
            requests.createExceptionRequest(null, true, true).enable();
            Location first = prepared.referenceType()
                    .methodsByName("stepped")
                    .get(0)
                    .allLineLocations()
                    .get(0);
            requests.createBreakpointRequest(first).enable();
        } else if (event instanceof ExceptionEvent thrown) {
            exceptions.add(thrown.thread().name() + ": "
                    + thrown.exception().referenceType().name());
        } else if (event instanceof ThreadStartEvent started) {
            threads.put(started.thread().name(), describe(started.thread()));
        } else if (event instanceof ThreadDeathEvent death) {
            ended.add(death.thread().name());
        } else if (event instanceof BreakpointEvent stop) {
            step(stop.thread(), stop.location());
        } else if (event instanceof StepEvent stop) {
            step(stop.thread(), stop.location());
        }
    }

    private void step(ThreadReference thread, Location at) {
        lines.add(at.declaringType().name() + "." + at.method().name() + ":" + at.lineNumber());
        requests.deleteEventRequests(requests.stepRequests());
        if (at.method().name().equals("main") || lines.size() > MOST_STEPS) {
            requests.deleteAllBreakpoints();
            return;
        }
        StepRequest next = requests.createStepRequest(thread, StepRequest.STEP_LINE, StepRequest.STEP_INTO);
        for (String filter : FILTERS) {
            next.addClassExclusionFilter(filter);
        }
        next.addCountFilter(1);
        next.setSuspendPolicy(EventRequest.SUSPEND_ALL);
        next.enable();
    }

    private static String describe(ThreadReference thread) {
        Value loader = valueOf(thread, "contextClassLoader");
        return "group " + thread.threadGroup().name() + ", daemon " + valueOf(thread, "daemon") + ", priority "
                + valueOf(thread, "priority") + ", context class loader "
                + (loader == null ? "none" : loader.type().name()) + ", inheritable thread-locals "
                + (valueOf(thread, "inheritableThreadLocals") == null ? "none" : "some");
    }

    /** A field of a thread; from JDK 19 on some are in an object of their own. */
    private static Value valueOf(ObjectReference thread, String name) {
        Field field = thread.referenceType().fieldByName(name);
        if (field != null) {
            return thread.getValue(field);
        }
        ObjectReference holder =
                (ObjectReference) thread.getValue(thread.referenceType().fieldByName("holder"));
        return holder.getValue(holder.referenceType().fieldByName(name));
    }
}
