// Mocks replace functions of the process, which runs further test files
afterAll(() => jest.restoreAllMocks());
