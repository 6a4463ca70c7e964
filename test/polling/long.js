process.env.HISTORIES ??= '20000';
