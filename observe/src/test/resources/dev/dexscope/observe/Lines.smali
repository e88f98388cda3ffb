# Code whose lines are missing, start late, are too large for a class file, or are several for one address.
.class public LLines;
.super Ljava/lang/Object;
.source "Lines.java"
.method static boom()V
  .registers 2
  nop
  const/4 v0, 0
  const/4 v1, 1
  div-int v0, v1, v0
  return-void
.end method
.method static early()V
  .registers 2
  invoke-static {}, LLines;->boom()V
  .line 7
  return-void
.end method
.method static lined()V
  .registers 2
  .line 5
  invoke-static {}, LLines;->early()V
  return-void
.end method
.method static big()V
  .registers 2
  .line 70000
  invoke-static {}, LLines;->lined()V
  return-void
.end method
.method static zero()V
  .registers 2
  .line 0
  invoke-static {}, LLines;->big()V
  return-void
.end method
.method static big2()V
  .registers 2
  .line 40000
  invoke-static {}, LLines;->zero()V
  return-void
.end method
.method static over(I)V
  .registers 2
  .line 40001
  invoke-static {}, LLines;->big2()V
  return-void
.end method
.method static over(J)V
  .registers 4
  const/4 v0, 0
  invoke-static {v0}, LLines;->over(I)V
  return-void
.end method
.method static twice()V
  .registers 4
  .line 1
  .line 2
  const-wide/16 v0, 0
  .line 11
  .line 12
  invoke-static {v0, v1}, LLines;->over(J)V
  .line 13
  return-void
.end method
.method public static main([Ljava/lang/String;)V
  .registers 6
  :a
  invoke-static {}, LLines;->twice()V
  return-void
  :b
  move-exception v0
  invoke-virtual {v0}, Ljava/lang/Throwable;->printStackTrace()V
  invoke-virtual {v0}, Ljava/lang/Throwable;->getStackTrace()[Ljava/lang/StackTraceElement;
  move-result-object v1
  const/4 v2, 0
  :loop
  array-length v3, v1
  if-ge v2, v3, :end
  aget-object v3, v1, v2
  sget-object v4, Ljava/lang/System;->err:Ljava/io/PrintStream;
  invoke-static {v3}, Ljava/lang/String;->valueOf(Ljava/lang/Object;)Ljava/lang/String;
  move-result-object v0
  invoke-virtual {v4, v0}, Ljava/io/PrintStream;->print(Ljava/lang/String;)V
  invoke-virtual {v3}, Ljava/lang/StackTraceElement;->getFileName()Ljava/lang/String;
  move-result-object v0
  const-string v5, " "
  invoke-virtual {v4, v5}, Ljava/io/PrintStream;->print(Ljava/lang/String;)V
  invoke-virtual {v4, v0}, Ljava/io/PrintStream;->print(Ljava/lang/String;)V
  invoke-virtual {v4, v5}, Ljava/io/PrintStream;->print(Ljava/lang/String;)V
  invoke-virtual {v3}, Ljava/lang/StackTraceElement;->getLineNumber()I
  move-result v0
  invoke-virtual {v4, v0}, Ljava/io/PrintStream;->println(I)V
  add-int/lit8 v2, v2, 1
  goto :loop
  :end
  return-void
  .catchall {:a .. :b} :b
.end method
