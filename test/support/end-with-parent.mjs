// Ends a program with the process that started it, however that ended.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.channel?.unref();
