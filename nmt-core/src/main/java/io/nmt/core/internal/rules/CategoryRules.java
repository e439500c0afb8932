package io.nmt.core.internal.rules;

import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Gives an allocation the category that the application's rules have for the code that asked for it.
 *
 * <p>The frames nearest the allocation are looked at, {@value #DEPTH_FRAMES} at most, from the innermost to the
 * outermost. The first whose class a rule applies to decides; if several do, the one with the longest name, and of
 * equal ones the last. A scope that the thread has open beats all rules, whatever is on the stack: it is what the code
 * itself says.
 *
 * <p>Immutable and thread-safe.
 */
public final class CategoryRules implements Function<Stream<StackWalker.StackFrame>, CategoryRule>, CategoryChoice {
    /*
     * What runs here runs inside a hook. It does not recurse: a stack walk takes no native memory through what we hook,
     * and runs no code but the JDK's and ours. It has no point at which a virtual thread could leave its carrier: the
     * walk takes no lock, once its classes are loaded, which is done before there is a hook. It needs more stack than
     * the hook alone, and it takes some hundred bytes of heap; if there are none left, the block keeps the category
     * that it has without rules, and all that the hook does for it goes on.
     */
    private static final int DEPTH_FRAMES = 32;
    private static final String OWN = "io.nmt.core.";

    // Those with the longest names first.
    private final CategoryRule[] rules;
    private final StackWalker walker;

    private CategoryRules(List<CategoryRule> rules) {
        this.rules = new CategoryRule[rules.size()];
        for (int i = 0; i < this.rules.length; i++) {
            CategoryRule rule = rules.get(i);
            int place = i;
            for (; place > 0 && !this.rules[place - 1].saysMoreThan(rule); place--) {
                this.rules[place] = this.rules[place - 1];
            }
            this.rules[place] = rule;
        }
        this.walker = walker();
    }

    /** One that knows classes by their names, and since JDK 22 is spared all other information about frames. */
    private static StackWalker walker() {
        for (StackWalker.Option option : StackWalker.Option.values()) {
            if (option.name().equals("DROP_METHOD_INFO")) {
                return StackWalker.getInstance(Set.of(option));
            }
        }
        return StackWalker.getInstance();
    }

    /**
     * From now on, these rules are in force. To be called before the hooks are installed.
     *
     * @param rules not empty
     */
    public static void use(List<CategoryRule> rules) {
        CategoryRules inForce = new CategoryRules(rules);
        inForce.categoryId(0); // loads and links what a walk needs
        ThreadScope.use(inForce);
    }

    /** The id of the category that a rule gives to what the current thread allocates, or {@code otherwise}. */
    @Override
    public int categoryId(int otherwise) {
        try {
            CategoryRule rule = walker.walk(this);
            return rule == null ? otherwise : rule.categoryId();
        } catch (VirtualMachineError | RuntimeException e) { // no stack or no heap left, most likely
            return otherwise;
        }
    }

    /**
     * Looks for a rule. For the stack walk alone.
     *
     * @param frames of the current thread
     * @return the rule, or null
     */
    @Override
    public CategoryRule apply(Stream<StackWalker.StackFrame> frames) {
        Iterator<StackWalker.StackFrame> outward = frames.iterator();
        int looked = 0;
        while (looked < DEPTH_FRAMES && outward.hasNext()) {
            String className = outward.next().getClassName();
            if (looked == 0 && className.startsWith(OWN)) {
                continue; // the hook's own frames
            }
            looked++;
            for (CategoryRule rule : rules) {
                if (rule.appliesTo(className)) {
                    return rule;
                }
            }
        }
        return null;
    }
}
