// What a test file replaces belongs to the process, which runs further files
afterAll(() => jest.restoreAllMocks());
