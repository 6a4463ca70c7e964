// n8n's engine logs every failed node, and tests make many fail on purpose
process.env.N8N_LOG_LEVEL = 'silent';

// The engine writes a key into its folder, which must not be that of the user (dev/engine/userFolder.ts)
process.env.N8N_USER_FOLDER = require('node:path').join(__dirname, '../../.cache/engine');
