/** Native memory as Micrometer's meters, with Spring Boot and CDI (Quarkus) without code. */
package io.nmt.micrometer;
