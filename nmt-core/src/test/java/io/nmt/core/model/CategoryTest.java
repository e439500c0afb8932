package io.nmt.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CategoryTest {
    @Test
    void builtInNamesAreThoseOfTheContract() {
        assertThat(Category.all())
                .extracting(Category::name)
                .startsWith(
                        "Direct Buffer",
                        "NIO Temporary Buffer",
                        "NIO Internal",
                        "Unsafe",
                        "Foreign Memory",
                        "Foreign Malloc",
                        "Mapped File",
                        "Zip",
                        "JNA",
                        "Native Memory Tracking",
                        "Other");
    }

    @Test
    void aNameIsRegisteredOnce() {
        Category category = Category.of("CategoryTest");
        assertThat(Category.of("CategoryTest")).isSameAs(category);
        assertThat(Category.withId(category.id())).isSameAs(category);
        assertThat(Category.of("Unsafe")).isSameAs(Category.UNSAFE);
    }

    @Test
    void aBlankNameIsRefused() {
        assertThatThrownBy(() -> Category.of(" ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Category.of(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void thereIsNoCategoryZero() {
        assertThatThrownBy(() -> Category.withId(0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Category.withId(255)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
