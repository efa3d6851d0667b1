// A middle that is a scene of two sides: who acts, the question, the object, the dice, the roles.
export const scene = () => null;
