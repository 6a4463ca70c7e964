// A snapshot that is missing fails, and only -u writes it, as with --ci, which cannot be set in jest.config.js
const { snapshotState } = expect.getState();
if (snapshotState._updateSnapshot === 'new') snapshotState._updateSnapshot = 'none';
