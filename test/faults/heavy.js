process.env.FAULTS = 'heavy';
