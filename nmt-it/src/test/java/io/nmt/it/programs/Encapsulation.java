package io.nmt.it.programs;

/** Tells whether the class path may look into {@code java.lang}, on which libraries base what they do. */
public final class Encapsulation {
    private Encapsulation() {}

    public static void main(String[] arguments) {
        Talk.say("java.lang is open: " + Object.class.getModule().isOpen("java.lang", Encapsulation.class.getModule()));
    }
}
