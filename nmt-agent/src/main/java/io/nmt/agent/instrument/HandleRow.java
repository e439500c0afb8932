package io.nmt.agent.instrument;

import java.util.List;

/**
 * A row of the {@link HandleTable}: a class of native handles, or one that closes another one's.
 *
 * @param className with slashes
 * @param owner the class of the handles, with slashes: it is given the field that says whether one is counted
 * @param library the number of its library: its packages' calls name no site
 * @param methods that make a handle, close it, or say that it owns nothing
 * @param isUsers whether the user has named it
 */
record HandleRow(String className, String owner, int library, List<Method> methods, boolean isUsers) {
    /** The effect of a method on a handle. */
    enum Action {
        /** Says by its parameter, where the method returns, which object it will stand for. */
        NAMES,
        /** Makes it: told where the method returns. */
        CREATES,
        /** Closes it: told where the method begins. */
        CLOSES,
        /** Says that it owns nothing: told where the method begins. */
        DISOWNS
    }

    /**
     * A method.
     *
     * @param name and descriptor, or the name alone for all of that name
     * @param action what it does
     * @param local of the handle: 0 for {@code this}; or of the object that it stands for
     * @param onlyIf local of a boolean parameter that says whether it does so; 0 if it always does
     */
    record Method(String name, Action action, int local, int onlyIf) {
        boolean is(String otherName, String descriptor) {
            return name.equals(otherName) || name.equals(otherName.concat(descriptor));
        }
    }
}
