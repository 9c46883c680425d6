"""What languages with declared types, nested classes and overloads share: builder, library, inference."""
