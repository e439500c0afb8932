package io.nmt.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nmt.core.internal.rules.ThreadScope;
import io.nmt.core.internal.scopes.NamedScopes;
import io.nmt.core.model.Category;
import org.junit.jupiter.api.Test;

class ScopeTest {
    private static final Category OUTER = Category.of("ScopeTest outer");
    private static final Category INNER = Category.of("ScopeTest inner");

    @Test
    void theInnermostScopeGivesTheCategory() {
        try (Scope outer = Scope.open(OUTER)) {
            assertThat(of(Category.UNSAFE)).isEqualTo(OUTER);
            try (Scope inner = Scope.open(INNER)) {
                assertThat(of(Category.UNSAFE)).isEqualTo(INNER);
                assertThat(of(Category.DIRECT_BUFFER)).isEqualTo(INNER);
                assertThat(of(Category.FOREIGN_MEMORY)).isEqualTo(INNER);
                assertThat(inner).isNotSameAs(outer);
            }
            assertThat(of(Category.UNSAFE)).isEqualTo(OUTER);
        }
        assertThat(of(Category.UNSAFE)).isEqualTo(Category.UNSAFE);
    }

    @Test
    void whatTheJdkTakesForItselfKeepsItsCategory() {
        try (Scope scope = Scope.open(OUTER)) {
            assertThat(of(Category.NIO_TEMPORARY_BUFFER)).isEqualTo(Category.NIO_TEMPORARY_BUFFER);
            assertThat(of(Category.NIO_INTERNAL)).isEqualTo(Category.NIO_INTERNAL);
            assertThat(scope).isNotNull();
        }
    }

    @Test
    void anotherThreadIsNotInTheScope() throws InterruptedException {
        Category[] seen = new Category[1];
        try (Scope scope = Scope.open(OUTER)) {
            Thread thread = new Thread(() -> seen[0] = of(Category.UNSAFE));
            thread.start();
            thread.join();
            assertThat(scope).isNotNull();
        }
        assertThat(seen[0]).isEqualTo(Category.UNSAFE);
    }

    @Test
    void scopesAreClosedInnermostFirst() {
        Scope outer = Scope.open(OUTER);
        Scope inner = Scope.open(INNER);
        assertThatThrownBy(outer::close).isInstanceOf(IllegalStateException.class);
        inner.close();
        inner.close();
        assertThat(of(Category.UNSAFE)).isEqualTo(OUTER);
        outer.close();
        assertThat(of(Category.UNSAFE)).isEqualTo(Category.UNSAFE);
    }

    @Test
    void aNameChangesNoCategoryAndACategoryNoName() {
        try (Scope named = Scope.open("tenant", "acme")) {
            assertThat(of(Category.UNSAFE)).isEqualTo(Category.UNSAFE);
            assertThat(name()).isEqualTo("tenant=acme");
            try (Scope inner = NativeMemory.scope(INNER)) {
                assertThat(of(Category.UNSAFE)).isEqualTo(INNER);
                assertThat(name()).isEqualTo("tenant=acme");
                try (Scope request = NativeMemory.scope("request", "42")) {
                    assertThat(of(Category.UNSAFE)).isEqualTo(INNER);
                    assertThat(name()).isEqualTo("tenant=acme, request=42");
                    assertThat(request).isNotSameAs(inner);
                }
            }
            assertThat(of(Category.UNSAFE)).isEqualTo(Category.UNSAFE);
            assertThat(name()).isEqualTo("tenant=acme");
            assertThat(named).isNotNull();
        }
        assertThat(name()).isNull();
    }

    @Test
    void anotherThreadHasNoName() throws InterruptedException {
        String[] seen = {"none yet"};
        try (Scope scope = Scope.open("tenant", "acme")) {
            Thread thread = new Thread(() -> seen[0] = name());
            thread.start();
            thread.join();
            assertThat(scope).isNotNull();
        }
        assertThat(seen[0]).isNull();
    }

    @Test
    void aContextIsAroundAllScopes() {
        ThreadScope.setContext("user", null);
        try (Scope job = Scope.open("job", "nightly")) {
            ThreadScope.setContext("user", "ann");
            assertThat(name()).isEqualTo("job=nightly, user=ann");
            assertThat(of(Category.UNSAFE)).isEqualTo(Category.UNSAFE);
            assertThat(job).isNotNull();
        }
        assertThat(name()).isEqualTo("user=ann");
        try (Scope category = Scope.open(OUTER)) {
            assertThat(of(Category.UNSAFE)).isEqualTo(OUTER);
            assertThat(name()).isEqualTo("user=ann");
            ThreadScope.setContext("user", "bob");
            assertThat(name()).isEqualTo("user=bob");
            assertThat(category).isNotNull();
        }
        assertThat(of(Category.UNSAFE)).isEqualTo(Category.UNSAFE);
        assertThat(name()).isEqualTo("user=bob");
        ThreadScope.setContext("user", null);
        assertThat(name()).isNull();
    }

    @Test
    void aKeyIsNotEmpty() {
        assertThatThrownBy(() -> Scope.open("", "acme")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Scope.open("tenant", null)).isInstanceOf(NullPointerException.class);
    }

    private static String name() {
        return NamedScopes.text(ThreadScope.nameId());
    }

    private static Category of(Category category) {
        return Category.withId(ThreadScope.categoryId(category.id()));
    }
}
