import fc from 'fast-check';

// That a property fails is all there is to know; the smallest case of it can take minutes.
fc.configureGlobal({ endOnFailure: true });
