package io.nmt.others.programs;

import org.aspectj.lang.annotation.After;
import org.aspectj.lang.annotation.Aspect;

/** An aspect that says when the application has made its request. */
@Aspect
public final class Answers {
    /** Runs after the request. */
    @After("execution(static * io.nmt.others.programs.Held.request())")
    public void requested() {
        System.out.println("aspect: requested");
    }
}
