package io.nmt.agent.words;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.Tree.Kind;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Collects the texts of a parsed file: literals, joined where the code joins them. */
final class TextScanner extends TreeScanner<Void, Void> {
    private static final Set<String> FORMATS = Set.of("formatted", "format", "printf");
    private static final Set<String> JOINS = Set.of("append", "concat");
    private static final Pattern PLACE = Pattern.compile("%[-+,.0-9]*[a-zA-Z]");
    private static final Pattern LETTER = Pattern.compile("[A-Za-z]");

    private final String packageName;
    private final List<Text> texts = new ArrayList<>();
    private String type = "";
    private String member = "";
    private String annotation;

    private TextScanner(String packageName) {
        this.packageName = packageName;
    }

    static List<Text> texts(Sources.Parsed parsed) {
        TextScanner scanner = new TextScanner(parsed.packageName());
        scanner.scan(parsed.unit(), null);
        return scanner.texts;
    }

    @Override
    public Void visitClass(ClassTree tree, Void none) {
        String outer = type;
        type = tree.getSimpleName().isEmpty() ? outer : tree.getSimpleName().toString();
        super.visitClass(tree, null);
        type = outer;
        return null;
    }

    @Override
    public Void visitMethod(MethodTree tree, Void none) {
        return inMember(tree.getName().toString().replace("<init>", "new"), () -> super.visitMethod(tree, null));
    }

    @Override
    public Void visitVariable(VariableTree tree, Void none) {
        String name = tree.getName().toString();
        return inMember(member.isEmpty() ? name : member, () -> super.visitVariable(tree, null));
    }

    @Override
    public Void visitAnnotation(AnnotationTree tree, Void none) {
        String outer = annotation;
        annotation = tree.getAnnotationType().toString();
        super.visitAnnotation(tree, null);
        annotation = outer;
        return null;
    }

    @Override
    public Void visitAssignment(AssignmentTree tree, Void none) {
        return annotation == null || !(tree.getExpression() instanceof NewArrayTree array)
                ? super.visitAssignment(tree, null)
                : lines(array);
    }

    /** The lines of one description. */
    private Void lines(NewArrayTree array) {
        boolean nested = array.getInitializers().stream().anyMatch(AnnotationTree.class::isInstance);
        if (nested) {
            return super.visitNewArray(array, null);
        }
        add(array.getInitializers().stream().map(TextScanner::words).collect(Collectors.joining(" ")));
        return null;
    }

    @Override
    public Void scan(Tree tree, Void none) {
        if (!(tree instanceof ExpressionTree expression)
                || !LETTER.matcher(words(expression)).find()) {
            return super.scan(tree, null);
        }
        add(words(expression));
        inside(expression);
        return null;
    }

    /** Looks for further texts in what a text is made of: the arguments of its calls, and conditions. */
    private void inside(ExpressionTree tree) {
        if (tree instanceof ParenthesizedTree parentheses) {
            inside(parentheses.getExpression());
        } else if (tree.getKind() == Kind.PLUS) {
            inside(((BinaryTree) tree).getLeftOperand());
            inside(((BinaryTree) tree).getRightOperand());
        } else if (tree instanceof ConditionalExpressionTree choice) {
            scan(choice.getCondition(), null);
            inside(choice.getTrueExpression());
            inside(choice.getFalseExpression());
        } else if (tree instanceof MethodInvocationTree call && isText(call)) {
            inside(((MemberSelectTree) call.getMethodSelect()).getExpression());
            call.getArguments().forEach(this::inside);
        } else if (!(tree instanceof LiteralTree)) {
            scan(tree, null);
        }
    }

    private void add(String words) {
        String line = words.replaceAll("\\s+", " ").strip();
        texts.add(new Text(packageName, type + (member.isEmpty() ? "" : "." + member), annotation, line));
    }

    private Void inMember(String name, Runnable visit) {
        String outer = member;
        member = name;
        visit.run();
        member = outer;
        return null;
    }

    private static String words(ExpressionTree tree) {
        if (tree instanceof ParenthesizedTree parentheses) {
            return words(parentheses.getExpression());
        } else if (tree instanceof LiteralTree literal) {
            return tree.getKind() == Kind.STRING_LITERAL || tree.getKind() == Kind.CHAR_LITERAL
                    ? String.valueOf(literal.getValue())
                    : Text.FIGURE;
        } else if (tree.getKind() == Kind.PLUS && tree instanceof BinaryTree sum) {
            return words(sum.getLeftOperand()) + words(sum.getRightOperand());
        } else if (tree instanceof ConditionalExpressionTree choice) {
            String first = words(choice.getTrueExpression());
            String second = words(choice.getFalseExpression());
            return first.equals(second) ? first : Text.OPEN + first + Text.OR + second + Text.CLOSE;
        }
        return tree instanceof MethodInvocationTree call && isText(call) ? called(call) : Text.FIGURE;
    }

    private static boolean isText(MethodInvocationTree call) {
        return call.getMethodSelect() instanceof MemberSelectTree select
                && !call.getArguments().isEmpty()
                && (FORMATS.contains(select.getIdentifier().toString())
                        || JOINS.contains(select.getIdentifier().toString()));
    }

    private static String called(MethodInvocationTree call) {
        MemberSelectTree select = (MemberSelectTree) call.getMethodSelect();
        String receiver = words(select.getExpression());
        String first = words(call.getArguments().get(0));
        if (JOINS.contains(select.getIdentifier().toString())) {
            return (receiver.equals(Text.FIGURE) ? "" : receiver) + first;
        }
        boolean ofText = select.getIdentifier().contentEquals("formatted");
        String format = ofText ? receiver : first;
        return PLACE.matcher(format.replace("%n", " ")).replaceAll(Text.FIGURE);
    }
}
