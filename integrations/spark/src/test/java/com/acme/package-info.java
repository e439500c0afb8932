/** Applications under test. */
package com.acme;
