process.env.HOSTILE = 'heavy';
