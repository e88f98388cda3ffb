package dev.dexscope.agents.functions;

import dev.dexscope.agents.machine.Call;

/**
 * The Java part of a call of a function: all is HotSpot's unless another method is here.
 *
 * <p>It has no constants: HotSpot's class cache keeps the lambda expressions only of interfaces
 * without an initialiser.
 */
interface Handler {
  /** Before HotSpot's function; returns the address where the call goes on, or 0. */
  default long before(Answers answers, Row row, Call call) {
    return answers.hotSpot(row);
  }

  /** After it; returns the result that the agent gets. */
  default int after(Answers answers, Row row, Call call) {
    return call.result();
  }

  /** Answers in the place of HotSpot. */
  interface Answer extends Handler {
    /** Returns the result. */
    int answer(Answers answers, Call call);

    @Override
    default long before(Answers answers, Row row, Call call) {
      call.result(answers.shown(row, call, answer(answers, call)));
      return 0;
    }
  }

  /** Refuses calls, and changes the arguments of the others for HotSpot. */
  interface Check extends Handler {
    /** Returns an error, or 0. */
    int check(Answers answers, Call call);

    @Override
    default long before(Answers answers, Row row, Call call) {
      return answers.goOn(row, call, check(answers, call));
    }
  }

  /** Decides for each call whether HotSpot answers. */
  interface Choice extends Handler {
    /** Returns the address where the call goes on, or 0. */
    long next(Answers answers, Row row, Call call);

    @Override
    default long before(Answers answers, Row row, Call call) {
      return next(answers, row, call);
    }
  }

  /** Changes HotSpot's answer. */
  interface Change extends Handler {
    /** Returns the result. */
    int change(Answers answers, Call call);

    @Override
    default int after(Answers answers, Row row, Call call) {
      return change(answers, call);
    }
  }

  /** One before HotSpot's function, another one after it. */
  record Both(Handler first, Handler second) implements Handler {
    @Override
    public long before(Answers answers, Row row, Call call) {
      return first.before(answers, row, call);
    }

    @Override
    public int after(Answers answers, Row row, Call call) {
      return second.after(answers, row, call);
    }
  }
}
