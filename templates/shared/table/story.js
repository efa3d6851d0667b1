// A middle with the Story Sheet, and the questions with their answers.
export const story = () => null;
